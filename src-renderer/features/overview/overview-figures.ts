import type { CallOutput } from '../../../src-preload/contract.ts'
import { DAY_MS } from '../../locales/messages.ts'

export type Overview = CallOutput<'overview.get'>
export type Attention = Overview['attention'][number]
export type DeliveryDay = Overview['deliveries'][number]

/** How the number of cards of each status moved over 7 days. */
export function weekChanges({ week }: Pick<Overview, 'week'>): Record<'active' | 'inactive' | 'new', number> {
  return {
    active: week.activated + week.enabled - week.disabled,
    inactive: week.disabled - week.enabled,
    new: week.created - week.activated,
  }
}

/** The environment's current day, in UTC: a sandbox may be ahead of the wall clock. */
export function todayOf({ deliveries }: Pick<Overview, 'deliveries'>): string {
  return deliveries.at(-1)?.date ?? new Date().toISOString().slice(0, 10)
}

/** Whole days from one calendar date to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}

/** How many entries need attention, and how many are new within 7 days. */
export function attentionCounts(attention: readonly Attention[], today: string): { total: number; recent: number } {
  const since = Date.parse(today) - 6 * DAY_MS
  return {
    total: attention.length,
    recent: attention.filter(({ at }) => at !== null && Date.parse(at) >= since).length,
  }
}

/** The first of the 7 days whose deliveries are counted. */
export function weekBegins({ deliveries }: Pick<Overview, 'deliveries'>): string | undefined {
  return deliveries[0]?.date
}

export const OUTCOMES = ['succeeded', 'failed', 'skipped', 'pending'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** The deliveries of the week by how they ended. */
export function deliveryTotals(days: readonly DeliveryDay[]): Record<Outcome, number> & { all: number } {
  const totals = { succeeded: 0, failed: 0, skipped: 0, pending: 0, all: 0 }
  for (const day of days) {
    for (const outcome of OUTCOMES) {
      totals[outcome] += day[outcome]
      totals.all += day[outcome]
    }
  }
  return totals
}
