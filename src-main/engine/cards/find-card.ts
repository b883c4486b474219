import type { Card } from '../../domain/card.ts'
import { ServiceError } from '../../domain/errors.ts'
import type { EnvironmentCore, EnvironmentSession } from '../kernel/environment-core.ts'
import { cardOf } from '../ledger/card-row.ts'
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
