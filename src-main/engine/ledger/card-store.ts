import { NOT_IN_INDEX, SEARCH_VERSION } from '../../database/primitives.ts'
import { prepareQuery, prepareRows, queryBuilder, type Parameter } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import { CARD_COLUMNS, type NewCardRow, type syncStateOf } from './card-row.ts'

const builder = queryBuilder<EnvironmentSchema>()

export const cardById = prepareQuery<{ id: string; projectKey: number }>()('card by id', (parameter) =>
  builder
    .selectFrom('card')
    .select(CARD_COLUMNS)
    .where('id', '=', parameter('id'))
    .where('project_key', '=', parameter('projectKey')),
)

export const cardByNumber = prepareQuery<{ cardNumber: string; projectKey: number }>()('card by number', (parameter) =>
  builder
    .selectFrom('card')
    .select(CARD_COLUMNS)
    .where('project_key', '=', parameter('projectKey'))
    .where('card_number', '=', parameter('cardNumber')),
)

export const cardByProviderId = prepareQuery<{ providerCardId: string; projectKey: number }>()(
  'card by provider id',
  (parameter) =>
    builder
      .selectFrom('card')
      .select(CARD_COLUMNS)
      .where('project_key', '=', parameter('projectKey'))
      .where('provider_card_id', '=', parameter('providerCardId')),
)

export const seqOfCard = prepareQuery<{ id: string }>()('row number of card', (parameter) =>
  builder.selectFrom('card').select('seq').where('id', '=', parameter('id')),
)

/** All columns that derive from the card itself. */
const WRITTEN = [
  ...CARD_COLUMNS,
  'reference_key',
  'plate_key',
  'driver_key',
  'driver_joints',
  'driver_forms',
] as const satisfies readonly (keyof NewCardRow)[]
const NEVER_CHANGED: readonly string[] = ['id', 'created_at'] satisfies (typeof WRITTEN)[number][]

const placeholders = <Row extends object>(parameter: Parameter<Row>, columns: readonly (keyof Row)[]) =>
  Object.fromEntries(columns.map((name) => [name, parameter(name)])) as unknown as Row

type InsertedCard = NewCardRow & { projectKey: number; search_version: number }

const insertion = (rows: readonly Parameter<InsertedCard>[]) =>
  builder
    .insertInto('card')
    .onConflict((conflict) => conflict.doNothing())
    .values(
      rows.map((parameter) => ({
        ...placeholders<NewCardRow>(parameter, WRITTEN),
        project_key: parameter('projectKey'),
        search_version: parameter('search_version'),
      })),
    )

/** Inserts a card, unless its number or provider ID exists already. */
export const insertCard = prepareQuery<InsertedCard>()('insert card', (parameter) => insertion([parameter]))

/** Inserts cards and returns those whose number and provider ID were new. */
export const insertCards = prepareRows<InsertedCard>()('insert cards', (rows) =>
  insertion(rows).returning(['seq', 'id']),
)

/** `raised` is added to the revision: 1 or 0. */
type Changed<Row> = Row & { raised: number }

const update = (parameter: Parameter<{ id: string; raised: number }>, row: Partial<NewCardRow>) =>
  builder
    .updateTable('card')
    .set(({ eb }) => ({ ...row, revision: eb('revision', '+', parameter('raised')) }))
    .where('id', '=', parameter('id'))

/** Writes every column that may change; triggers keep counts and search index up to date. */
export const updateCard = prepareQuery<Changed<NewCardRow>>()('update card', (parameter) =>
  update(
    parameter,
    placeholders<NewCardRow>(
      parameter,
      WRITTEN.filter((name) => !NEVER_CHANGED.includes(name)),
    ),
  ).set(({ eb, lit }) => ({
    search_version: eb
      .case()
      .when('search_version', '=', lit(NOT_IN_INDEX))
      .then(lit(NOT_IN_INDEX))
      .else(lit(SEARCH_VERSION))
      .end(),
  })),
)

/** Writes only the sync status, which affects neither search nor most indexes. */
export const updateSyncState = prepareQuery<Changed<SyncState>>()('update sync state of card', (parameter) =>
  update(
    parameter,
    placeholders<SyncState>(parameter, ['sync_status', 'sync_error_message', 'last_synced_at', 'updated_at']),
  ),
)

type SyncState = ReturnType<typeof syncStateOf>

/** Holds all that is planned, on every card. */
export const holdPlans = prepareQuery<object>()('hold planned changes', () =>
  builder.updateTable('card').set({ planned_held: 1 }).where('planned_for', 'is not', null),
)
