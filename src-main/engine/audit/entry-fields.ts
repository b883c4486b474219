/** What stands in the chain in the place of a personal value. */
export function isHidden(value: unknown): value is { personal: string } {
  return typeof value === 'object' && value !== null && 'personal' in value && typeof value.personal === 'string'
}

/** The fields of one side of an entry; empty where there are none, or none that can be read. */
export function parseFields(text: string | null): Record<string, unknown> {
  try {
    return text === null ? {} : (JSON.parse(text) as Record<string, unknown>)
  } catch {
    return {}
  }
}
