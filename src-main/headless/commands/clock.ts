import type { Command } from 'commander'
import { LONGEST_ADVANCE_MS } from '../../../src-preload/webhook-calls.ts'
import type { CallOutput } from '../../../src-preload/contract.ts'
import { style } from '../output/style.ts'
import type { Shell } from '../shell.ts'
import { UsageError } from '../usage-error.ts'
import { examples, wholeNumber } from './shared.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** The clock shared by all sandboxes. */
export function registerClock(program: Command, shell: Shell): void {
  const clock = program.command('clock').description("the sandbox clock, shared by all projects' sandboxes")

  const show = clock
    .command('show')
    .description("the sandbox's time, and how far it is ahead")
    .action(() =>
      shell.run(async (work) => {
        const time = await work.call('clock.show', {})
        work.print(time, () => describe(time))
      }),
    )
  examples(show, ['clock show', 'clock show --json'])

  const advance = clock
    .command('advance')
    .description('advance the clock; retries, schedules and expiry warnings due on the way happen at once, in order')
    .option('--minutes <number>', 'minutes', amount(MINUTE_MS), 0)
    .option('--hours <number>', 'hours', amount(HOUR_MS), 0)
    .option('--days <number>', 'days', amount(DAY_MS), 0)
    .action(({ minutes, hours, days }: { minutes: number; hours: number; days: number }) =>
      shell.run(async (work) => {
        const ms = minutes * MINUTE_MS + hours * HOUR_MS + days * DAY_MS
        if (ms === 0) throw new UsageError('Say how far: --minutes N, --hours N, --days N')
        if (ms > LONGEST_ADVANCE_MS) throw new UsageError('The clock moves at most ten years in one step')
        const time = await work.callWithProgress('Advancing', 'clock.advance', { ms })
        work.print(time, () => describe(time))
      }),
    )
  examples(advance, ['clock advance --hours 6', 'clock advance --days 30 --hours 1'])

  const reset = clock
    .command('reset')
    .description('return to real time; scheduled work moves back with it')
    .action(() =>
      shell.run(async (work) => {
        const time = await work.call('clock.reset', {})
        work.print(time, () => describe(time))
      }),
    )
  examples(reset, ['clock reset'])
}

function amount(unitMs: number): (text: string) => number {
  return wholeNumber(0, Math.floor(LONGEST_ADVANCE_MS / unitMs))
}

function describe({ now, offsetMs }: CallOutput<'clock.show'>): string {
  return `${now}  ${style.dim(offsetMs === 0 ? 'real time' : `${ahead(offsetMs)} ahead of real time`)}\n`
}

function ahead(offsetMs: number): string {
  const days = Math.floor(offsetMs / DAY_MS)
  const hours = Math.floor((offsetMs % DAY_MS) / HOUR_MS)
  const minutes = Math.floor((offsetMs % HOUR_MS) / MINUTE_MS)
  return [days > 0 ? `${days} d` : '', hours > 0 ? `${hours} h` : '', `${minutes} min`]
    .filter((part) => part !== '')
    .join(' ')
}
