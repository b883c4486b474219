import { z } from 'zod'
import { refusedInput } from '../errors.ts'

/** What can happen to a card by itself, at a planned time. */
export const PLANNED_ACTIONS = ['enable', 'disable'] as const
export type PlannedAction = (typeof PLANNED_ACTIONS)[number]

/** The change of a card that the environment's clock carries out. */
export const plannedChangeSchema = z
  .object({
    action: z.enum(PLANNED_ACTIONS),
    at: z.iso.datetime({ precision: 3 }).meta({ description: 'When, by the clock of the environment' }),
    held: z.boolean().meta({
      description: 'It came back from a backup and waits until a person confirms it; until then it does not happen',
    }),
  })
  .meta({ id: 'PlannedChange' })
export type PlannedChange = z.infer<typeof plannedChangeSchema>

/** Further ahead, a plan is a slip of the pen. */
const MOST_YEARS_AHEAD = 5

const momentSchema = z.iso
  .datetime({ offset: true, error: 'Must be a time with its offset, such as 2027-01-31T18:00:00+01:00' })
  .transform((moment) => new Date(moment).toISOString())

/** When an enable or disable ends: a time with its offset; read as UTC. Null and absent mean that it does not end. */
export const untilSchema = momentSchema.nullish().meta({
  description: `When the opposite change follows: a time with its offset, at most ${MOST_YEARS_AHEAD} years ahead`,
  override: { type: ['string', 'null'], format: 'date-time' },
})

/** When a planned change is to happen instead. */
export const movedUntilSchema = momentSchema.meta({
  description: `When it is to happen instead: a time with its offset, at most ${MOST_YEARS_AHEAD} years ahead`,
  override: { type: 'string', format: 'date-time' },
})

/** @throws ServiceError `error.validation` if nothing can be planned for this time */
export function judgeUntil(until: string | null | undefined, now: Date): void {
  if (until === null || until === undefined) return
  const at = Date.parse(until)
  if (at <= now.getTime()) throw refusedInput('until', 'Must be in the future', { code: 'time_past' })
  const latest = new Date(now)
  latest.setUTCFullYear(latest.getUTCFullYear() + MOST_YEARS_AHEAD)
  if (at > latest.getTime())
    throw refusedInput('until', `Must be at most ${MOST_YEARS_AHEAD} years ahead`, {
      code: 'time_too_far',
      years: MOST_YEARS_AHEAD,
    })
}

/** The change that ends a command after `until`. */
export function planAfter(command: PlannedAction, until: string | null | undefined): PlannedChange | null {
  if (until === null || until === undefined) return null
  return { action: command === 'enable' ? 'disable' : 'enable', at: until, held: false }
}
