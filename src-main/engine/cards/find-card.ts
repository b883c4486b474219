import type { Card } from '../../domain/card.ts'
import { ServiceError } from '../../domain/errors.ts'
import type { EnvironmentCore, EnvironmentSession } from '../kernel/environment-core.ts'
import { CARD_COLUMNS, cardOf } from '../ledger/card-row.ts'
import { cardById } from '../ledger/card-store.ts'

/** A project's card with the project's short key. @throws ServiceError `error.card_not_found` */
export async function findCard(
  core: EnvironmentCore,
  session: EnvironmentSession,
  projectId: string,
  cardId: string,
): Promise<{ card: Card; projectKey: number }> {
  const projectKey = await core.findProjectKey(projectId, session)
  const row = projectKey === null ? undefined : await session.first(cardById, { id: cardId, projectKey })
  if (row === undefined || projectKey === null) throw new ServiceError('error.card_not_found')
  return { card: cardOf(row, projectId, core.name), projectKey }
}

/** The project's cards with these whole numbers, by number: one question, read on the reader thread. */
export async function cardsByNumber(
  core: EnvironmentCore,
  projectId: string,
  numbers: readonly string[],
): Promise<Map<string, Card>> {
  const projectKey = numbers.length === 0 ? null : await core.findProjectKey(projectId)
  if (projectKey === null) return new Map()
  const { build, reader } = core.database
  const rows = await reader.all(
    'cards by number',
    build
      .selectFrom('card')
      .select(CARD_COLUMNS)
      .where('project_key', '=', projectKey)
      .where('card_number', 'in', numbers),
  )
  return new Map(rows.map((row) => [row.card_number, cardOf(row, projectId, core.name)]))
}
