import { UnstyledButton } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { Card } from '../../../src-main/domain/card.ts'
import table from '../../components/data-table.module.css'
import { Icon } from '../../components/icon.tsx'
import { text } from '../../locales/messages.ts'
import { openCard } from './card-place.ts'
import { CARDS_COLUMNS, type CardsColumn } from './cards-columns.tsx'
import { useCardsKeys } from './cards-keys.ts'
import type { CardsView } from './cards-view.ts'
import styles from './cards.module.css'

interface CardsTableProps {
  /** Null while nothing is known yet: rows of skeletons at their final height stand in. */
  cards: readonly Card[] | null
  /** These rows answer an earlier question; the next ones are on their way. */
  dimmed: boolean
  view: CardsView
  /** The card in the drawer. */
  openId: string | null
  onChange: (changes: Partial<CardsView>) => void
}

export function CardsTable({ cards, dimmed, view, openId, onChange }: CardsTableProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.scrollTo({ top: 0 })
  }, [view.page, view.sortField, view.sortDirection])
  // One row is in the order of the tab key, the one that was last in focus; the keys of the table do the rest.
  const [lastId, setLastId] = useState<string | null>(null)
  const tabId = cards?.some(({ id }) => id === lastId) === true ? lastId : cards?.[0]?.id
  const onKeyDown = useCardsKeys(box, cards ?? [])
  const label = text('cards.table', { page: view.page })
  return (
    // Focusable, so that arrow keys scroll it.
    <div ref={box} className={table.scroll} role="region" aria-label={label} aria-description={text('cards.keys')} tabIndex={0}>
      <table className={dimmed && cards !== null ? `${table.table} ${table.dimmed}` : table.table} aria-label={cards === null ? text('cards.loading') : label}>
        <colgroup>
          {CARDS_COLUMNS.map((column) => (
            <col key={column.field} style={{ width: `${column.share}%` }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {CARDS_COLUMNS.map((column) => (
              <Heading key={column.field} column={column} view={view} onChange={onChange} />
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={onKeyDown}>
          {cards === null ? <SkeletonRows /> : cards.map((card) => <Row key={card.id} card={card} open={card.id === openId} inTabOrder={card.id === tabId} onFocus={() => setLastId(card.id)} />)}
        </tbody>
      </table>
    </div>
  )
}

function Heading({ column, view, onChange }: { column: CardsColumn; view: CardsView; onChange: CardsTableProps['onChange'] }) {
  const sorted = view.sortField === column.field ? view.sortDirection : null
  // Ascending, descending, and back to newest first.
  const next = sorted === null ? { sortField: column.field, sortDirection: 'asc' as const } : sorted === 'asc' ? { sortDirection: 'desc' as const } : { sortField: 'createdAt' as const, sortDirection: 'desc' as const }
  return (
    <th scope="col" aria-sort={sorted === null ? 'none' : sorted === 'asc' ? 'ascending' : 'descending'}>
      <UnstyledButton className={table.heading} onClick={() => onChange(next)}>
        {text(column.heading)}
        <Icon name={sorted === 'desc' ? 'arrowDown' : 'arrowUp'} size={14} className={sorted === null ? table.unsorted : table.sorted} />
      </UnstyledButton>
    </th>
  )
}

function Row({ card, open, inTabOrder, onFocus }: { card: Card; open: boolean; inTabOrder: boolean; onFocus: () => void }) {
  const [first, ...others] = CARDS_COLUMNS
  return (
    // The pointer may press anywhere in the row; the keyboard and a screen reader have its button.
    <tr className={open ? `${styles.row} ${styles.open}` : styles.row} onClick={() => window.getSelection()?.type !== 'Range' && openCard(card.id)}>
      <th scope="row">
        <UnstyledButton className={styles.opener} data-card={card.id} tabIndex={inTabOrder ? 0 : -1} aria-label={text('cards.open', { number: card.cardNumber })} aria-haspopup="dialog" onFocus={onFocus}>
          {first?.cell(card)}
        </UnstyledButton>
      </th>
      {others.map((column) => (
        <td key={column.field}>{column.cell(card)}</td>
      ))}
    </tr>
  )
}

const SKELETON_ROWS = Array.from({ length: 12 }, (_, index) => index)

function SkeletonRows() {
  return SKELETON_ROWS.map((row) => (
    <tr key={row} aria-hidden="true">
      {CARDS_COLUMNS.map((column) => (
        <td key={column.field}>
          <span className={table.skeleton} style={{ width: column.skeletonWidth }} />
        </td>
      ))}
    </tr>
  ))
}
