import { sql } from 'kysely'
import { NOT_IN_INDEX, SEARCH_VERSION } from '../../database/sqlite/card-search.ts'
import { prepareQuery, prepareRows, queryBuilder, type Parameter } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import { CARD_COLUMNS, type NewCardRow } from './card-row.ts'

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

type InsertedCard = NewCardRow & { projectKey: number; search_version: number }

const insertion = (rows: readonly Parameter<InsertedCard>[]) =>
  builder
    .insertInto('card')
    .onConflict((conflict) => conflict.doNothing())
    .values(
      rows.map((parameter) => ({
        id: parameter('id'),
        project_key: parameter('projectKey'),
        card_number: parameter('card_number'),
        provider_card_id: parameter('provider_card_id'),
        status: parameter('status'),
        license_plate: parameter('license_plate'),
        driver: parameter('driver'),
        expiration_date: parameter('expiration_date'),
        auth_gasoline: parameter('auth_gasoline'),
        auth_diesel: parameter('auth_diesel'),
        auth_lpg: parameter('auth_lpg'),
        auth_heating_oil: parameter('auth_heating_oil'),
        sync_status: parameter('sync_status'),
        sync_error_message: parameter('sync_error_message'),
        last_synced_at: parameter('last_synced_at'),
        internal_reference: parameter('internal_reference'),
        cost_centre: parameter('cost_centre'),
        notes: parameter('notes'),
        reference_key: parameter('reference_key'),
        created_at: parameter('created_at'),
        updated_at: parameter('updated_at'),
        plate_key: parameter('plate_key'),
        driver_key: parameter('driver_key'),
        driver_joints: parameter('driver_joints'),
        driver_forms: parameter('driver_forms'),
        search_version: parameter('search_version'),
      })),
    )

/** Inserts a card unless its number or provider id is already there; tells by the number of rows changed. */
export const insertCard = prepareQuery<InsertedCard>()('insert card', (parameter) => insertion([parameter]))

/** Inserts those of many cards whose number or provider id is not there yet, and tells which. */
export const insertCards = prepareRows<InsertedCard>()('insert cards', (rows) =>
  insertion(rows).returning(['seq', 'id']),
)

/** Writes every column that may change; the database itself keeps counts and search index in step. */
export const updateCard = prepareQuery<NewCardRow>()('update card', (parameter) =>
  builder
    .updateTable('card')
    .set({
      card_number: parameter('card_number'),
      provider_card_id: parameter('provider_card_id'),
      status: parameter('status'),
      license_plate: parameter('license_plate'),
      driver: parameter('driver'),
      expiration_date: parameter('expiration_date'),
      auth_gasoline: parameter('auth_gasoline'),
      auth_diesel: parameter('auth_diesel'),
      auth_lpg: parameter('auth_lpg'),
      auth_heating_oil: parameter('auth_heating_oil'),
      sync_status: parameter('sync_status'),
      sync_error_message: parameter('sync_error_message'),
      last_synced_at: parameter('last_synced_at'),
      internal_reference: parameter('internal_reference'),
      cost_centre: parameter('cost_centre'),
      notes: parameter('notes'),
      reference_key: parameter('reference_key'),
      updated_at: parameter('updated_at'),
      plate_key: parameter('plate_key'),
      driver_key: parameter('driver_key'),
      driver_joints: parameter('driver_joints'),
      driver_forms: parameter('driver_forms'),
      search_version: sql<number>`iif(search_version = ${sql.lit(NOT_IN_INDEX)}, ${sql.lit(NOT_IN_INDEX)}, ${sql.lit(SEARCH_VERSION)})`,
    })
    .where('id', '=', parameter('id')),
)
