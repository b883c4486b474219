import type { ReactNode } from 'react'
import type { Card } from '../../../src-main/domain/card.ts'
import type { CardSortField } from '../../../src-main/domain/card-list.ts'
import { StatusBadge, SyncBadge } from '../../components/badges.tsx'
import { CardNumber, LicensePlate } from '../../components/card-text.tsx'
import { text, type MessageKey } from '../../locales/messages.ts'
import { ExpiryDate } from './expiry-date.tsx'
import styles from './cards.module.css'

/** A column of the table; every one can be sorted by. */
export interface CardsColumn {
  field: CardSortField
  heading: MessageKey
  /** Share of the table's width in percent, so that columns stand still from page to page. */
  share: number
  /** Width in pixels of the bar that stands for a value on its way. */
  skeletonWidth: number
  cell: (card: Card) => ReactNode
}

function Nothing() {
  return (
    <>
      <span aria-hidden="true" className={styles.nothing}>
        —
      </span>
      <span className={styles.hidden}>{text('cards.notActivated')}</span>
    </>
  )
}

export const CARDS_COLUMNS: readonly CardsColumn[] = [
  { field: 'cardNumber', heading: 'cards.column.cardNumber', share: 24, skeletonWidth: 168, cell: (card) => <CardNumber value={card.cardNumber} /> },
  { field: 'licensePlate', heading: 'cards.column.licensePlate', share: 14, skeletonWidth: 84, cell: ({ licensePlate }) => (licensePlate === null ? <Nothing /> : <LicensePlate value={licensePlate} />) },
  { field: 'driver', heading: 'cards.column.driver', share: 22, skeletonWidth: 120, cell: ({ driver }) => (driver === null ? <Nothing /> : <span>{driver}</span>) },
  { field: 'status', heading: 'cards.column.status', share: 12, skeletonWidth: 68, cell: (card) => <StatusBadge status={card.status} /> },
  { field: 'expirationDate', heading: 'cards.column.expirationDate', share: 17, skeletonWidth: 88, cell: (card) => <ExpiryDate value={card.expirationDate} /> },
  { field: 'syncStatus', heading: 'cards.column.syncStatus', share: 11, skeletonWidth: 64, cell: (card) => <SyncBadge status={card.syncStatus} message={card.syncErrorMessage} /> },
]
