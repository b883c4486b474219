import { createInterface } from 'node:readline/promises'
import type { EnvironmentName } from '../../../domain/environment-name.ts'
import { ServiceError } from '../../../domain/errors.ts'
import { count } from '../../output/table.ts'
import { UsageError } from '../../usage-error.ts'
import { wholeNumber } from '../shared.ts'

/** For `--confirm`: how many cards the person believes will change. */
export const confirmation = wholeNumber(0, 10_000_000)

/**
 * What changes many cards of a production at once is confirmed with the number of those that change, typed: the same
 * number as in the app. Where none would, nothing is asked.
 *
 * @param what becomes of the cards, after "would" and "will"
 * @throws UsageError when nobody can be asked; ServiceError `error.validation` when it is another number
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
      `${cardsOf(cards)} would ${what}, not ${count(typed)}. Nothing was changed`,
    )
}

async function ask(cards: number, what: string): Promise<number> {
  if (!process.stdin.isTTY)
    throw new UsageError(
      `${cardsOf(cards)} would ${what}. In production this is confirmed with their number: --confirm ${cards}`,
    )
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return confirmation(
      (await terminal.question(`${cardsOf(cards)} will ${what} in production. Type their number to go on: `)).trim(),
    )
  } finally {
    terminal.close()
  }
}

function cardsOf(cards: number): string {
  return cards === 1 ? '1 card' : `${count(cards)} cards`
}
