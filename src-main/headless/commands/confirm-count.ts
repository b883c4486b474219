import { createInterface } from 'node:readline/promises'
import type { EnvironmentName } from '../../domain/environment-name.ts'
import { ServiceError } from '../../domain/errors.ts'
import { count } from '../output/table.ts'
import { UsageError } from '../usage-error.ts'
import { wholeNumber } from './shared.ts'

/** For `--confirm`: how many cards the person believes this is about. */
export const confirmation = wholeNumber(0, 10_000_000)

/**
 * What changes many cards of a production at once is asked to be confirmed with their number, typed.
 *
 * @throws UsageError when nobody can be asked; ServiceError `error.validation` when it is another number
 */
export async function confirmCount(environment: EnvironmentName, cards: number, given: number | undefined): Promise<void> {
  if (environment === 'sandbox') return
  const typed = given ?? (await ask(cards))
  if (typed !== cards) throw new ServiceError('error.validation', `This is for ${count(cards)} cards, not ${count(typed)}. Nothing was changed`)
}

async function ask(cards: number): Promise<number> {
  if (!process.stdin.isTTY) throw new UsageError(`In production this is confirmed with the number of cards: --confirm ${cards}`)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return confirmation((await terminal.question(`This is for ${count(cards)} cards in production. Type their number to go on: `)).trim())
  } finally {
    terminal.close()
  }
}
