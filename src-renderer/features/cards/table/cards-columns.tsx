import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ShownCard } from '../../../../src-main/domain/cards/at-provider.ts'
import type { CardSortField } from '../../../../src-main/domain/cards/card-list.ts'
import { StatusBadge, SyncBadge } from '../../../components/badge/badges.tsx'
import { PlannedMark } from '../../../components/badge/planned-mark.tsx'
import { CardNumber, LicensePlate } from '../../../components/text/card-text.tsx'
import { formatDay, text, type MessageKey } from '../../../locales/messages.ts'
import { QuietMoment } from '../../../components/text/moment.tsx'
import { useAhead } from '../ahead.ts'
import { HolderMark } from '../../holders/holder-link.tsx'
import { ExpiryDate } from '../expiry-date.tsx'
import styles from '../cards.module.css'

/** All columns, in the order offered; each can be sorted by. */
export const COLUMN_FIELDS = [
  'cardNumber',
  'licensePlate',
  'driver',
  'status',
  'expirationDate',
  'syncStatus',
  'lastSyncedAt',
  'updatedAt',
  'createdAt',
  'providerCardId',
  'reason',
  'plannedChange',
  'internalReference',
  'costCentre',
  'notes',
] as const satisfies readonly CardSortField[]
export type ColumnField = (typeof COLUMN_FIELDS)[number]

/** The pinned first column, which identifies the row. */
export const PINNED_FIELD = 'cardNumber' satisfies ColumnField
/** Shown by default next to the pinned one. */
export const USUAL_FIELDS: readonly ColumnField[] = ['licensePlate', 'driver', 'status', 'expirationDate', 'syncStatus']

export interface CardsColumn {
  field: ColumnField
  heading: MessageKey
  /** Its share of the table's width, so that columns keep their place from page to page. */
  share: number
  /** Width in pixels of the placeholder bar while loading. */
  skeletonWidth: number
  cell: (card: ShownCard) => ReactNode
}

function Nothing() {
  return (
    <>
      <span aria-hidden="true" className={styles.nothing}>
        —
      </span>
      <VisuallyHidden>{text('cards.notActivated')}</VisuallyHidden>
    </>
  )
}

const COLUMNS: Record<ColumnField, Omit<CardsColumn, 'field'>> = {
  cardNumber: {
    heading: 'cards.column.cardNumber',
    share: 24,
    skeletonWidth: 168,
    cell: (card) => <CardNumber value={card.cardNumber} />,
  },
  licensePlate: {
    heading: 'cards.column.licensePlate',
    share: 14,
    skeletonWidth: 84,
    cell: ({ licensePlate }) =>
      licensePlate === null ? (
        <Nothing />
      ) : (
        <>
          <LicensePlate value={licensePlate} />
          <HolderMark kind="vehicle" name={licensePlate} />
        </>
      ),
  },
  driver: {
    heading: 'cards.column.driver',
    share: 22,
    skeletonWidth: 120,
    cell: ({ driver }) =>
      driver === null ? (
        <Nothing />
      ) : (
        <>
          <span className={styles.driver}>{driver}</span>
          <HolderMark kind="driver" name={driver} />
        </>
      ),
  },
  status: {
    heading: 'cards.column.status',
    share: 16,
    skeletonWidth: 68,
    cell: (card) => (
      <>
        <StatusBadge card={card} /> <PlannedMark plan={card.plannedChange} />
      </>
    ),
  },
  expirationDate: {
    heading: 'cards.column.expirationDate',
    share: 17,
    skeletonWidth: 88,
    cell: (card) => <ExpiryDate value={card.expirationDate} />,
  },
  syncStatus: {
    heading: 'cards.column.syncStatus',
    share: 11,
    skeletonWidth: 64,
    cell: (card) => <SyncBadge status={card.syncStatus} message={card.syncErrorMessage} />,
  },
  lastSyncedAt: {
    heading: 'cards.column.lastSyncedAt',
    share: 14,
    skeletonWidth: 88,
    cell: ({ lastSyncedAt }) =>
      lastSyncedAt === null ? (
        <span className={styles.nothing}>{text('card.never')}</span>
      ) : (
        <CardTime value={lastSyncedAt} />
      ),
  },
  updatedAt: {
    heading: 'cards.column.updatedAt',
    share: 14,
    skeletonWidth: 88,
    cell: (card) => <CardTime value={card.updatedAt} />,
  },
  createdAt: {
    heading: 'cards.column.createdAt',
    share: 14,
    skeletonWidth: 88,
    cell: (card) => <CardTime value={card.createdAt} />,
  },
  providerCardId: {
    heading: 'cards.column.providerCardId',
    share: 14,
    skeletonWidth: 96,
    cell: (card) => <code>{card.providerCardId}</code>,
  },
  reason: {
    heading: 'cards.column.reason',
    share: 14,
    skeletonWidth: 80,
    cell: ({ reason }) => <Own value={reason === null ? null : text(`card.reason.${reason}`)} />,
  },
  plannedChange: {
    heading: 'cards.column.plannedChange',
    share: 18,
    skeletonWidth: 96,
    cell: ({ plannedChange: plan }) => (
      <Own
        value={
          plan === null
            ? null
            : plan.held
              ? text('cards.planned.held')
              : text(`cards.planned.${plan.action}`, { time: formatDay(plan.at) })
        }
      />
    ),
  },
  internalReference: {
    heading: 'cards.column.internalReference',
    share: 16,
    skeletonWidth: 96,
    cell: (card) => <Own value={card.internalReference} />,
  },
  costCentre: {
    heading: 'cards.column.costCentre',
    share: 16,
    skeletonWidth: 96,
    cell: (card) => <Own value={card.costCentre} />,
  },
  notes: { heading: 'cards.column.notes', share: 22, skeletonWidth: 140, cell: (card) => <Own value={card.notes} /> },
}

/** A time by the environment's clock. */
function CardTime({ value }: { value: string }) {
  return <QuietMoment value={value} aheadMs={useAhead()} />
}

/** The fleet's own text; most cards have none. */
function Own({ value }: { value: string | null }) {
  if (value === null) return null
  return (
    <span className={styles.driver} title={value}>
      {value}
    </span>
  )
}

/** A column by its field. */
export function columnOf(field: ColumnField): CardsColumn {
  return { field, ...COLUMNS[field] }
}
