import type { Card } from '../../domain/card.ts'

/** The columns of an export; their names are ones that the import recognises. */
export const EXPORT_COLUMNS: readonly [header: string, read: (card: Card) => string][] = [
  ['Card number', (card) => card.cardNumber],
  ['Provider card id', (card) => card.providerCardId],
  ['Status', (card) => card.status],
  ['Licence plate', (card) => card.licensePlate ?? ''],
  ['Driver', (card) => card.driver ?? ''],
  // A calendar date: the time of day in it means nothing.
  ['Expires', (card) => card.expirationDate?.slice(0, 10) ?? ''],
  ['Gasoline', (card) => yesNo(card.authGasoline)],
  ['Diesel', (card) => yesNo(card.authDiesel)],
  ['LPG', (card) => yesNo(card.authLpg)],
  ['Heating oil', (card) => yesNo(card.authHeatingOil)],
  ['Sync status', (card) => card.syncStatus],
  ['Sync error', (card) => card.syncErrorMessage ?? ''],
  ['Last synced', (card) => card.lastSyncedAt ?? ''],
  ['Created', (card) => card.createdAt],
  ['Updated', (card) => card.updatedAt],
  ['Id', (card) => card.id],
]

function yesNo(value: boolean): string {
  return value ? 'yes' : 'no'
}
