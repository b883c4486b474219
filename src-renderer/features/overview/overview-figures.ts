import type { CallOutput } from '../../../src-preload/contract.ts'
import { DAY_MS } from '../../locales/messages.ts'

export type Overview = CallOutput<'overview.get'>
export type Attention = Overview['attention'][number]
export type DeliveryDay = Overview['deliveries'][number]

/** How the number of cards of each status moved over 7 days. */
export function weekChanges({ week }: Pick<Overview, 'week'>): Record<'active' | 'inactive' | 'new', number> {
  return { active: week.activated + week.enabled - week.disabled, inactive: week.disabled - week.enabled, new: week.created - week.activated }
}

/** The environment's present day, in UTC: a sandbox may be ahead of the wall clock. */
export function todayOf({ deliveries }: Pick<Overview, 'deliveries'>): string {
  return deliveries.at(-1)?.date ?? new Date().toISOString().slice(0, 10)
}

/** Whole days from one calendar date to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}

/** How many things need attention, and how many of them came up within 7 days. */
export function attentionCounts(attention: readonly Attention[], today: string): { total: number; recent: number } {
  const since = Date.parse(today) - 6 * DAY_MS
  const count = (entries: readonly Attention[]) => entries.reduce((sum, entry) => sum + entry.count, 0)
  return { total: count(attention), recent: count(attention.filter(({ at }) => at !== null && Date.parse(at) >= since)) }
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

/** The smallest range of the card list's filter that holds a day so far ahead. */
export function rangeOf(days: number): '30' | '60' | '90' {
  return days <= 30 ? '30' : days <= 60 ? '60' : '90'
}
