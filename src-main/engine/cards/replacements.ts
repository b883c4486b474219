import type { Card } from '../../domain/card.ts'
import { unindexed } from '../../database/primitives.ts'
import { queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { EnvironmentCore } from '../kernel/environment-core.ts'
import { CARD_COLUMNS, cardOf } from '../ledger/card-row.ts'
import { cardById } from '../ledger/card-store.ts'
import { findCard } from './find-card.ts'

/** The cards that take the place of others. */
export interface Replacements {
  /**
   * By the ID of the card that they replace: of one in use, whichever waits comes first; then one in use, then the
   * latest.
   */
  named: Map<string, Card>
  /** By licence plate. */
  alike: Map<string, Card>
}

export async function replacementsOf(
  core: EnvironmentCore,
  projectId: string,
  projectKey: number,
  cards: readonly Card[],
): Promise<Replacements> {
  const ids = cards.map(({ id }) => id)
  const rows = ids.length === 0 ? [] : await core.database.reader.all('replacements', naming(projectKey, ids))
  const inUse = new Set(cards.flatMap(({ id, status }) => (status === 'active' ? [id] : [])))
  const named = new Map<string, Card>()
  // Sorted by the query, SQLite would walk all cards of the project. Of equals, the first one counts.
  for (const row of rows.toSorted((one, other) => one.seq - other.seq)) {
    const card = cardOf(row, projectId, core.name)
    const replaced = card.replacesCardId ?? ''
    const known = named.get(replaced)
    const order = (one: Card) => `${Number(inUse.has(replaced) && isWaiting(one))} ${rank(one)}`
    if (known === undefined || order(card) > order(known)) named.set(replaced, card)
  }
  const open = cards.filter(({ id }) => inUse.has(id) && !named.has(id))
  return { named, alike: await alike(core, projectId, projectKey, open) }
}

/** Whether it can take the place of its card: it is there, and neither in use nor disabled for a reason. */
export function isWaiting({ status, reason }: Card): boolean {
  return status === 'new' || (status === 'inactive' && reason === null)
}

/** New cards with the plate of a card that waits for a replacement, where exactly one has it and ends later. */
async function alike(
  core: EnvironmentCore,
  projectId: string,
  projectKey: number,
  cards: readonly Card[],
): Promise<Map<string, Card>> {
  const lastDay = new Map(cards.map(({ licensePlate, expirationDate }) => [licensePlate, expirationDate ?? '']))
  const plates = [...lastDay.keys()].filter((plate) => plate !== null)
  if (plates.length === 0) return new Map()
  const rows = await core.database.reader.all(
    'cards with the same plate',
    core.database.build
      .selectFrom('card')
      .select(CARD_COLUMNS)
      .where('project_key', '=', projectKey)
      .where('license_plate', 'in', plates)
      // Along its status, SQLite would read all new cards.
      .where(unindexed<Card['status']>('status'), '=', 'new')
      .where('replaces_card_id', 'is', null),
  )
  const byPlate = Map.groupBy(rows, (row) => row.license_plate ?? '')
  return new Map(
    [...byPlate].flatMap(([plate, [row, ...others]]) =>
      row === undefined || others.length > 0 || (row.expiration_date ?? '~') <= (lastDay.get(plate) ?? '')
        ? []
        : [[plate, cardOf(row, projectId, core.name)] as const],
    ),
  )
}

function naming(projectKey: number, cardIds: readonly string[]) {
  return queryBuilder<EnvironmentSchema>()
    .selectFrom('card')
    .select(['seq', ...CARD_COLUMNS])
    .where('project_key', '=', projectKey)
    .where('replaces_card_id', 'in', cardIds)
}

const rank = ({ status, createdAt }: Card) => `${Number(status === 'active')} ${createdAt}`

/** The card that a card replaces, and the one that replaces it. @throws ServiceError `error.card_not_found` */
export async function replacementsOfCard(
  core: EnvironmentCore,
  projectId: string,
  cardId: string,
): Promise<{ replaces: Card | null; replacedBy: Card | null }> {
  const { card, projectKey } = await findCard(core, core.database, projectId, cardId)
  const before =
    card.replacesCardId === null
      ? undefined
      : await core.database.first(cardById, { id: card.replacesCardId, projectKey })
  const after = (await core.database.all(naming(projectKey, [cardId]))).map((row) => cardOf(row, projectId, core.name))
  return {
    replaces: before === undefined ? null : cardOf(before, projectId, core.name),
    replacedBy: after.toSorted((one, other) => (rank(one) > rank(other) ? -1 : 1))[0] ?? null,
  }
}
