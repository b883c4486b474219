import type { Command } from 'commander'
import { MAXIMUM_RESOLVED } from '../../../domain/sync/provider.ts'
import { count, table } from '../../output/table.ts'
import { style } from '../../output/style.ts'
import type { Work } from '../../shell.ts'
import { UsageError } from '../../usage-error.ts'
import { findCard } from './cards.ts'

export interface ChosenOptions {
  card?: string[]
  all?: boolean
}

/** The cards named by `--card`, by ID or number. */
export async function namedCards(
  work: Work,
  projectId: string,
  cards: readonly string[] | undefined,
): Promise<string[] | undefined> {
  if (cards === undefined) return undefined
  if (cards.length > MAXIMUM_RESOLVED)
    throw new UsageError(`--card takes at most ${MAXIMUM_RESOLVED} cards; leave it out for all`)
  const ids: string[] = []
  for (const card of cards)
    ids.push((await findCard(work, { project: projectId, environment: 'production' }, card)).cardId)
  return ids
}

export function cardOption(command: Command, description: string): Command {
  return command.option('--card <card...>', description)
}

/** Prints what was done and what was not; the latter makes the exit code 1. */
export function printOutcome(
  work: Work,
  outcome: { refused: { cardId: string; message: string }[] },
  done: string,
): void {
  const refusals = outcome.refused.map(({ cardId, message }) => [cardId, message])
  work.print(
    outcome,
    () =>
      `${done}\n${refusals.length === 0 ? '' : `${style.yellow(`${count(refusals.length)} left as they are:`)}\n${table(['Card', 'Why'], refusals, '')}`}`,
  )
  if (refusals.length > 0) process.exitCode = 1
}
