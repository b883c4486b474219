const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The ID as it is stored (lower case), or null if it is not a UUID. */
export function parseUuid(text: string): string | null {
  const lower = text.toLowerCase()
  return UUID.test(lower) ? lower : null
}
