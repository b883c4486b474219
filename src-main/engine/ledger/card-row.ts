import type { Selectable } from 'kysely'
import type { Card } from '../../domain/card.ts'
import { compactKey, textKey } from '../../domain/cards/card-list.ts'
import type { PlannedChange } from '../../domain/cards/planned-change.ts'
import type { EnvironmentName } from '../../domain/environment-name.ts'
import { driverForms, driverJoints } from '../../database/primitives.ts'
import type { CardTable } from '../../database/schema.ts'

/** The columns of which a card object is made. */
export const CARD_COLUMNS = [
  'id',
  'card_number',
  'provider_card_id',
  'status',
  'license_plate',
  'driver',
  'expiration_date',
  'auth_gasoline',
  'auth_diesel',
  'auth_lpg',
  'auth_heating_oil',
  'sync_status',
  'sync_error_message',
  'last_synced_at',
  'reason',
  'planned_action',
  'planned_for',
  'planned_held',
  'internal_reference',
  'cost_centre',
  'notes',
  'replaces_card_id',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof CardTable)[]

export type CardRow = Pick<Selectable<CardTable>, (typeof CARD_COLUMNS)[number]>

/** Turns a row into the card that callers see. */
export function cardOf(row: CardRow, projectId: string, environment: EnvironmentName): Card {
  return {
    id: row.id,
    projectId,
    cardNumber: row.card_number,
    providerCardId: row.provider_card_id,
    environment,
    status: row.status,
    licensePlate: row.license_plate,
    driver: row.driver,
    expirationDate: row.expiration_date,
    authGasoline: row.auth_gasoline === 1,
    authDiesel: row.auth_diesel === 1,
    authLpg: row.auth_lpg === 1,
    authHeatingOil: row.auth_heating_oil === 1,
    syncStatus: row.sync_status,
    syncErrorMessage: row.sync_error_message,
    lastSyncedAt: row.last_synced_at,
    reason: row.reason,
    plannedChange: plannedChangeOf(row),
    internalReference: row.internal_reference,
    costCentre: row.cost_centre,
    notes: row.notes,
    replacesCardId: row.replaces_card_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function plannedChangeOf(row: Pick<CardRow, 'planned_action' | 'planned_for' | 'planned_held'>): PlannedChange | null {
  if (row.planned_action === null || row.planned_for === null) return null
  return { action: row.planned_action, at: row.planned_for, held: row.planned_held === 1 }
}

/** A card's columns, including search keys; the caller adds project and search version. */
export function rowOf(card: Card) {
  const row = rowToFillIn(card)
  return { ...row, driver_joints: row.driver_key === null ? null : driverJoints(row.driver_key) }
}

/** Like `rowOf`, for a card that is indexed later: leaves out what only the index needs. */
export function rowToFillIn(card: Card) {
  const driverKey = card.driver === null ? null : textKey(card.driver)
  return {
    id: card.id,
    card_number: card.cardNumber,
    provider_card_id: card.providerCardId,
    status: card.status,
    license_plate: card.licensePlate,
    driver: card.driver,
    expiration_date: card.expirationDate,
    auth_gasoline: Number(card.authGasoline),
    auth_diesel: Number(card.authDiesel),
    auth_lpg: Number(card.authLpg),
    auth_heating_oil: Number(card.authHeatingOil),
    sync_status: card.syncStatus,
    sync_error_message: card.syncErrorMessage,
    last_synced_at: card.lastSyncedAt,
    reason: card.reason,
    planned_action: card.plannedChange?.action ?? null,
    planned_for: card.plannedChange?.at ?? null,
    planned_held: Number(card.plannedChange?.held ?? false),
    internal_reference: card.internalReference,
    cost_centre: card.costCentre,
    notes: card.notes,
    replaces_card_id: card.replacesCardId,
    reference_key: card.internalReference === null ? null : compactKey(card.internalReference),
    created_at: card.createdAt,
    updated_at: card.updatedAt,
    plate_key: card.licensePlate === null ? null : compactKey(card.licensePlate),
    driver_key: driverKey,
    driver_joints: null as string | null,
    driver_forms: driverKey === null ? null : driverForms(driverKey),
  }
}

/** The columns for a card's sync status. */
export function syncStateOf(card: Card) {
  return {
    id: card.id,
    sync_status: card.syncStatus,
    sync_error_message: card.syncErrorMessage,
    last_synced_at: card.lastSyncedAt,
    updated_at: card.updatedAt,
  }
}

export type NewCardRow = ReturnType<typeof rowOf>
