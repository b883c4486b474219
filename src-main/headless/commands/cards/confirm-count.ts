import { createInterface } from 'node:readline/promises'
import type { EnvironmentName } from '../../../domain/environment-name.ts'
import { ServiceError } from '../../../domain/errors.ts'
import { count, counted } from '../../output/table.ts'
import { UsageError } from '../../usage-error.ts'
import { wholeNumber } from '../shared.ts'

/** For `--confirm`: how many cards the person expects to change. */
export const confirmation = wholeNumber(0, 10_000_000)

/**
 * A change to many production cards is confirmed by typing how many change: the same number as in the app. Not asked if
 * none would change.
 *
 * @param what happens to the cards, as a phrase after "would" and "will"
 * @throws UsageError without a terminal to ask on; ServiceError `error.validation` for another number
 */
export async function confirmCount(
  environment: EnvironmentName,
  cards: number,
  given: number | undefined,
  what = 'change',
): Promise<void> {
  if (environment === 'sandbox' || (cards === 0 && given === undefined)) return
  const typed = given ?? (await ask(cards, what))
  if (typed !== cards)
    throw new ServiceError(
      'error.validation',
      `${counted(cards, 'card')} would ${what}, not ${count(typed)}. Nothing was changed`,
    )
}

async function ask(cards: number, what: string): Promise<number> {
  if (!process.stdin.isTTY)
    throw new UsageError(
      `${counted(cards, 'card')} would ${what}. In production this is confirmed with their number: --confirm ${cards}`,
    )
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return confirmation(
      (
        await terminal.question(`${counted(cards, 'card')} will ${what} in production. Type their number to go on: `)
      ).trim(),
    )
  } finally {
    terminal.close()
  }
}
