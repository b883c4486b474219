import { AUTHORIZATIONS, type Card, type ProviderChange } from '../card.ts'
import type { Drift, ReportedCard } from './reconcile.ts'

/**
 * The fewest orders equivalent to these and one more change: a later one replaces those it makes pointless. An
 * activation stays, because only it sets a new card's plate and driver.
 */
export function withLaterChange(orders: readonly ProviderChange[], later: ProviderChange): ProviderChange[] {
  if (later.action === 'activate') return [later]
  if (later.action !== 'update')
    return [...orders.filter(({ action }) => action === 'activate' || action === 'update'), later]
  const before = orders.findIndex(({ action }) => action === 'activate' || action === 'update')
  if (before < 0) return [...orders, later]
  return orders.map((order, position) => (position === before ? { ...order, ...namedFields(later) } : order))
}

/**
 * The changes that bring a provider from its reported values to ours.
 *
 * @param card as it should be
 * @param open the pending changes so far
 * @param drift the provider's known differing values
 */
export function changesTowards(card: Card, open: readonly ProviderChange[], drift: readonly Drift[]): ProviderChange[] {
  const theirs = drift.find(({ field }) => field === 'status')?.theirs ?? card.status
  if (card.status !== 'new' && theirs === 'new') {
    const activate: ProviderChange = {
      action: 'activate',
      ...(card.licensePlate === null ? {} : { licensePlate: card.licensePlate }),
      ...(card.driver === null ? {} : { driver: card.driver }),
    }
    return card.status === 'active' ? [activate] : [activate, { action: 'disable' }]
  }
  const changes: ProviderChange[] = []
  const named = (field: 'licensePlate' | 'driver') =>
    card[field] !== null &&
    (drift.some((one) => one.field === field) || open.some((change) => change[field] !== undefined))
  const fields = {
    ...(named('licensePlate') ? { licensePlate: card.licensePlate ?? '' } : {}),
    ...(named('driver') ? { driver: card.driver ?? '' } : {}),
  }
  if (Object.keys(fields).length > 0) changes.push({ action: 'update', ...fields })
  const switched =
    drift.some(({ field }) => field === 'status' || AUTHORIZATIONS.some((authorization) => authorization === field)) ||
    open.some(({ action }) => action === 'enable' || action === 'disable')
  if (switched && card.status !== 'new') changes.push({ action: card.status === 'active' ? 'enable' : 'disable' })
  return changes
}

/** Whether a report covers these changes, even if it contradicts them. For an activation the status suffices. */
export function reportsOn(reported: ReportedCard, open: readonly ProviderChange[]): boolean {
  const tellsStatus = reported.status !== undefined || AUTHORIZATIONS.every((field) => reported[field] !== undefined)
  return open.every((change) => {
    if (change.action !== 'update') return tellsStatus
    return (['licensePlate', 'driver'] as const).every(
      (field) => change[field] === undefined || reported[field] !== undefined,
    )
  })
}

/** Whether a provider's report contradicts these changes. */
export function contradicts(drift: readonly Drift[], open: readonly ProviderChange[]): boolean {
  return drift.some(({ field }) => {
    if (field === 'licensePlate' || field === 'driver') return open.some((change) => change[field] !== undefined)
    return open.some(({ action }) => action !== 'update')
  })
}

function namedFields({ licensePlate, driver }: ProviderChange): Partial<ProviderChange> {
  return { ...(licensePlate === undefined ? {} : { licensePlate }), ...(driver === undefined ? {} : { driver }) }
}
