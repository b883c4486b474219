/** Periods that people name, as days before today: the first and the last one. */
export const PERIODS = [
  { name: 'today', first: 0, last: 0 },
  { name: 'yesterday', first: 1, last: 1 },
  { name: 'week', first: 6, last: 0 },
  { name: 'month', first: 29, last: 0 },
] as const

/** A calendar day such as 2026-11-23, in the person's own time zone. */
export function daysAgo(days: number, now = new Date()): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days)
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}

/**
 * The moment at which a calendar day begins in the person's own time zone; null if it is none.
 *
 * @param later in how many days
 */
export function startOfDay(day: string, later = 0): string | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? []
  if (date === undefined) return null
  const start = new Date(Number(year), Number(month) - 1, Number(date) + later)
  return Number.isNaN(start.getTime()) || daysAgo(later, start) !== day ? null : start.toISOString()
}
