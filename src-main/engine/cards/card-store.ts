import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import { CARD_COLUMNS, type NewCardRow } from './card-row.ts'

const builder = queryBuilder<EnvironmentSchema>()

export const cardById = prepareQuery<{ id: string; projectKey: number }>()('card by id', (parameter) =>
  builder.selectFrom('card').select(CARD_COLUMNS).where('id', '=', parameter('id')).where('project_key', '=', parameter('projectKey')),
)

export const cardByNumber = prepareQuery<{ cardNumber: string; projectKey: number }>()('card by number', (parameter) =>
  builder.selectFrom('card').select(CARD_COLUMNS).where('project_key', '=', parameter('projectKey')).where('card_number', '=', parameter('cardNumber')),
)

export const cardByProviderId = prepareQuery<{ providerCardId: string; projectKey: number }>()('card by provider id', (parameter) =>
  builder.selectFrom('card').select(CARD_COLUMNS).where('project_key', '=', parameter('projectKey')).where('provider_card_id', '=', parameter('providerCardId')),
)

export const seqOfCard = prepareQuery<{ id: string }>()('row number of card', (parameter) => builder.selectFrom('card').select('seq').where('id', '=', parameter('id')))

const insertion = (parameter: <Name extends keyof (NewCardRow & { projectKey: number })>(name: Name) => (NewCardRow & { projectKey: number })[Name]) =>
  builder.insertInto('card').onConflict((conflict) => conflict.doNothing()).values({
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
    created_at: parameter('created_at'),
    updated_at: parameter('updated_at'),
    plate_key: parameter('plate_key'),
    driver_key: parameter('driver_key'),
    driver_joints: parameter('driver_joints'),
  })

/** Inserts a card unless its number or provider id is already there; tells by the number of rows changed. */
export const insertCard = prepareQuery<NewCardRow & { projectKey: number }>()('insert card', insertion)

/** The same, telling the new row's number; no row where the card was there. */
export const insertCardForNumber = prepareQuery<NewCardRow & { projectKey: number }>()('insert card for its row number', (parameter) => insertion(parameter).returning('seq'))

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
      updated_at: parameter('updated_at'),
      plate_key: parameter('plate_key'),
      driver_key: parameter('driver_key'),
      driver_joints: parameter('driver_joints'),
    })
    .where('id', '=', parameter('id')),
)
