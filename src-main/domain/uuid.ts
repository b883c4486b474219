const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The id in the form it is stored in (lower case), or null when it is not a UUID. */
export function parseUuid(text: string): string | null {
  const lower = text.toLowerCase()
  return UUID.test(lower) ? lower : null
}
