import { CLAIM_WORDS, claimOf, type ShownCard } from '../../domain/cards/at-provider.ts'

/** A card, and the number of the one that it replaces. */
export type ExportedCard = ShownCard & { replacesCardNumber: string | null }

/** An export's columns, under names that the import recognises or ignores. */
export const EXPORT_COLUMNS: readonly [header: string, read: (card: ExportedCard) => string][] = [
  ['Card number', (card) => card.cardNumber],
  ['Provider card id', (card) => card.providerCardId],
  ['Status', (card) => card.status],
  ['Licence plate', (card) => card.licensePlate ?? ''],
  ['Driver', (card) => card.driver ?? ''],
  // A calendar date; the stored time of day means nothing.
  ['Expires', (card) => card.expirationDate?.slice(0, 10) ?? ''],
  ['Gasoline', (card) => yesNo(card.authGasoline)],
  ['Diesel', (card) => yesNo(card.authDiesel)],
  ['LPG', (card) => yesNo(card.authLpg)],
  ['Heating oil', (card) => yesNo(card.authHeatingOil)],
  ['Reason', (card) => card.reason ?? ''],
  ['Internal reference', (card) => card.internalReference ?? ''],
  ['Cost centre', (card) => card.costCentre ?? ''],
  ['Notes', (card) => card.notes ?? ''],
  ['Replaces card', (card) => card.replacesCardNumber ?? ''],
  // What follows by itself, and when (UTC). No import reads it: a plan is made by a person.
  ['Planned change', (card) => plannedWords(card)],
  ['Sync status', (card) => card.syncStatus],
  ['Sync error', (card) => card.syncErrorMessage ?? ''],
  // Empty if the provider has the same status.
  ['At the provider', (card) => claimWords(card)],
  ['Last synced', (card) => card.lastSyncedAt ?? ''],
  ['Created', (card) => card.createdAt],
  ['Updated', (card) => card.updatedAt],
  ['Id', (card) => card.id],
]

function plannedWords({ plannedChange }: ExportedCard): string {
  if (plannedChange === null) return ''
  const { action, at, held } = plannedChange
  return `${action} ${at}${held ? ', once confirmed' : ''}`
}

function yesNo(value: boolean): string {
  return value ? 'yes' : 'no'
}

function claimWords(card: ShownCard): string {
  const claim = claimOf(card)
  return claim === null ? '' : CLAIM_WORDS[claim]
}
