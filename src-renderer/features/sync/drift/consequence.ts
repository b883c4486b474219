import type { DriftedCard, DriftResolution } from '../../../../src-main/domain/sync/provider.ts'

/** What resolving does to the fuel of a card: it can be bought again, no more, or as before. */
export type Consequence = 'flows' | 'stops' | 'none'

/** What it means for fuel that our values, or the provider's, are to hold from now on. */
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
 * Whether it is asked first: where fuel can be bought again, where it cannot be undone, and where it is for many.
 * Sending
 * again what takes fuel away, or a plate, is what was decided already.
 *
 * @param cards null for all that there are
 */
export function needsAsking(
  cards: readonly Pick<DriftedCard, 'fields'>[] | null,
  resolution: DriftResolution,
): boolean {
  const [one, ...others] = cards ?? []
  return one === undefined || others.length > 0 || resolution === 'theirs' || consequenceOf(one, resolution) === 'flows'
}
