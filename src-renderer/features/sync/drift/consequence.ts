import type { DriftedCard, DriftResolution } from '../../../../src-main/domain/sync/provider.ts'

/** What resolving does to a card's fuel: allowed again, blocked, or unchanged. */
export type Consequence = 'flows' | 'stops' | 'none'

/** The effect on fuel of taking our values, or the provider's. */
export function consequenceOf({ fields }: Pick<DriftedCard, 'fields'>, resolution: DriftResolution): Consequence {
  const becomes = (field: DriftedCard['fields'][number]) => (resolution === 'ours' ? field.ours : field.theirs)
  const was = (field: DriftedCard['fields'][number]) => (resolution === 'ours' ? field.theirs : field.ours)
  const switched = fields.filter(({ field }) => field === 'status' || field.startsWith('auth'))
  if (switched.some((field) => isOn(becomes(field)) && !isOn(was(field)))) return 'flows'
  return switched.some((field) => isOn(was(field)) && !isOn(becomes(field))) ? 'stops' : 'none'
}

function isOn(value: string | null): boolean {
  return value === 'active' || value === 'true' || value === '1'
}

/**
 * Whether to confirm first: if fuel flows again, if it cannot be undone, and for many cards. Sending a block or a plate
 * again was decided before.
 *
 * @param cards null for all
 */
export function needsAsking(
  cards: readonly Pick<DriftedCard, 'fields'>[] | null,
  resolution: DriftResolution,
): boolean {
  const [one, ...others] = cards ?? []
  return one === undefined || others.length > 0 || resolution === 'theirs' || consequenceOf(one, resolution) === 'flows'
}
