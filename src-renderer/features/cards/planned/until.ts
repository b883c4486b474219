/** When a command ends: null never, empty while its time is still missing. */
export type Until = string | null

/** Times that people name without a calendar, in their own time zone. */
export const UNTIL_CHOICES = ['tonight', 'tomorrow', 'week'] as const
export type UntilName = (typeof UNTIL_CHOICES)[number]

const EVENING_HOUR = 22
const MORNING_HOUR = 6

/** The moment of a choice as UTC, or null if it is no longer ahead. */
export function untilOf(choice: UntilName, now: Date): string | null {
  const at = new Date(now)
  at.setHours(choice === 'tonight' ? EVENING_HOUR : MORNING_HOUR, 0, 0, 0)
  // By the calendar: a day is not always 24 hours long.
  at.setDate(at.getDate() + { tonight: 0, tomorrow: 1, week: 7 }[choice])
  return at > now ? at.toISOString() : null
}

/** What a field for date and time holds, as UTC; empty unless it is ahead. */
export function untilTyped(typed: string, now: Date): string {
  const at = new Date(typed)
  return Number.isNaN(at.getTime()) || at <= now ? '' : at.toISOString()
}
