/** The fields of an object, by path, that a schema dropped from it as unknown. */
export function droppedFields(given: unknown, known: unknown, path: readonly string[] = []): string[] {
  if (Array.isArray(given) && Array.isArray(known))
    return given.flatMap((item, position) => droppedFields(item, known[position], [...path, String(position)]))
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return []
  return Object.entries(given).flatMap(([name, value]) => {
    const here = [...path, name]
    const counterpart = (known as Record<string, unknown> | undefined)?.[name]
    return counterpart === undefined ? [here.join('.')] : droppedFields(value, counterpart, here)
  })
}
