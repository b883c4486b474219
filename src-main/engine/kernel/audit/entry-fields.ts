/** What stands in the chain in the place of a personal value. */
export function isHidden(value: unknown): value is { personal: string } {
  return typeof value === 'object' && value !== null && 'personal' in value && typeof value.personal === 'string'
}

/** The places of an entry whose values stand in the erasable table, each with the salted hash that the chain has of it. */
export function hiddenPlaces(row: {
  reason: string | null
  before: string | null
  after: string | null
}): Map<string, string> {
  const places = new Map<string, string>()
  const reason = hiddenReason(row.reason)
  if (reason !== null) places.set('reason', reason)
  for (const side of ['before', 'after'] as const) {
    // Most entries have none: their text is not even parsed.
    if (row[side]?.includes('"personal"') !== true) continue
    for (const [field, value] of Object.entries(parseFields(row[side])))
      if (isHidden(value)) places.set(`${side}.${field}`, value.personal)
  }
  return places
}

/** The salted hash of a reason that stands in the erasable table; null for one that stands in the chain itself, and for none. */
export function hiddenReason(reason: string | null): string | null {
  if (reason?.startsWith('{"personal":"') !== true) return null
  const fields = parseFields(reason)
  return isHidden(fields) ? fields.personal : null
}

/** The fields of one side of an entry; empty where there are none, or none that can be read. */
export function parseFields(text: string | null): Record<string, unknown> {
  try {
    return text === null ? {} : (JSON.parse(text) as Record<string, unknown>)
  } catch {
    return {}
  }
}
