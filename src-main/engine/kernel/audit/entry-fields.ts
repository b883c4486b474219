/** Whether a value is the salted hash that replaces a personal one in the chain. */
export function isHidden(value: unknown): value is { personal: string } {
  return typeof value === 'object' && value !== null && 'personal' in value && typeof value.personal === 'string'
}

/** Where an entry has personal values, with their salted hashes from the chain. */
export function hiddenPlaces(row: {
  actor_type: string
  actor_name: string
  reason: string | null
  before: string | null
  after: string | null
}): Map<string, string> {
  const places = new Map<string, string>()
  const reason = hiddenReason(row.reason)
  if (reason !== null) places.set('reason', reason)
  const actor = hiddenActor(row)
  if (actor !== null) places.set('actor', actor)
  for (const side of ['before', 'after'] as const) {
    // Most entries have none and need no parsing.
    if (row[side]?.includes('"personal"') !== true) continue
    for (const [field, value] of Object.entries(parseFields(row[side])))
      if (isHidden(value)) places.set(`${side}.${field}`, value.personal)
  }
  return places
}

/** The salted hash of a person's name; null for other actors, which name nobody. */
export function hiddenActor({ actor_type, actor_name }: { actor_type: string; actor_name: string }): string | null {
  return actor_type === 'person' ? hiddenReason(actor_name) : null
}

/** The salted hash of a person's reason; null for the service's own, or without one. */
export function hiddenReason(reason: string | null): string | null {
  if (reason?.startsWith('{"personal":"') !== true) return null
  const fields = parseFields(reason)
  return isHidden(fields) ? fields.personal : null
}

/** One side of an entry; empty if missing or unreadable. */
export function parseFields(text: string | null): Record<string, unknown> {
  try {
    return text === null ? {} : (JSON.parse(text) as Record<string, unknown>)
  } catch {
    return {}
  }
}
