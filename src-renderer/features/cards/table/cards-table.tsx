import { UnstyledButton } from '@mantine/core'
import {
  memo,
  useCallback,
  useEffect,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
} from 'react'
import type { ShownCard } from '../../../../src-main/domain/cards/at-provider.ts'
import table from '../../../components/table/data-table.module.css'
import { Icon } from '../../../components/icon.tsx'
import { useLate } from '../../../components/use-late.ts'
import { useRowsInSight } from '../../../components/table/use-rows-in-sight.ts'
import { useScrollTop } from '../../../components/table/use-scroll-top.ts'
import { useLanguage } from '../../../locales/language.ts'
import { text } from '../../../locales/messages.ts'
import { openCard } from '../card-place.ts'
import { CheckBox } from './check-box.tsx'
import { ColumnHandle } from './column-handle.tsx'
import { useCardsKeys } from './cards-keys.ts'
import { useColumns, useTableLook, type ShownColumn } from '../toolbar/columns-store.ts'
import type { CardsView } from '../cards-view.ts'
import { PageCheck } from './page-check.tsx'
import { isChosen, toggleCard, useSelection } from '../selection/selection-store.ts'
import { SkeletonRows } from './skeleton-rows.tsx'
import styles from '../cards.module.css'

interface CardsTableProps {
  /** Null while loading: skeleton rows of the final height are shown. */
  cards: readonly ShownCard[] | null
  /** These rows are of the previous query; the next ones are loading. */
  dimmed: boolean
  view: CardsView
  /** The card in the drawer. */
  openId: string | null
  onChange: (changes: Partial<CardsView>) => void
  /** A key's command on the selection. */
  onBulk: (command: 'enable' | 'disable') => void
}

export function CardsTable({ cards, dimmed, view, openId, onChange, onBulk }: CardsTableProps) {
  const box = useRef<HTMLDivElement>(null)
  const columns = useColumns()
  const compact = useTableLook((state) => state.compact)
  useScrollTop(box, `${view.page} ${view.sortField} ${view.sortDirection}`)
  // Only the row last in focus is a tab stop; the table's keys move between rows.
  const [lastId, setLastId] = useState<string | null>(null)
  const tabId = cards?.some(({ id }) => id === lastId) === true ? lastId : cards?.[0]?.id
  const onKeyDown = useCardsKeys(box, cards ?? [], onBulk)
  const rows = useRef<readonly ShownCard[]>([])
  useEffect(() => {
    rows.current = cards ?? []
  }, [cards])
  const onCheck = useCallback(
    (id: string, range: boolean) =>
      toggleCard(
        id,
        rows.current.map((card) => card.id),
        range,
      ),
    [],
  )
  const drawn = useRowsInSight((cards ?? []).map(({ id }) => id))
  const isDim = useLate(dimmed && cards !== null)
  const label = text('cards.table', { page: view.page })
  // What is resized keeps its pixels; the others share the rest.
  const whole = columns.reduce((sum, { share, width }) => sum + (width === null ? share : 0), 0)
  const classes = [table.table, styles.table, ...(isDim ? [table.dimmed] : []), ...(compact ? [table.compact] : [])]
  return (
    // Focusable, so that arrow keys scroll it.
    <div
      ref={box}
      className={table.scroll}
      role="region"
      aria-label={label}
      aria-description={text('cards.keys')}
      tabIndex={0}
    >
      <table className={classes.join(' ')} aria-label={cards === null ? text('cards.loading') : label}>
        <colgroup>
          <col className={styles.checkColumn} />
          {columns.map((column) => (
            <col
              key={column.field}
              style={{ width: column.width === null ? `${(column.share / whole) * 100}%` : column.width }}
            />
          ))}
        </colgroup>
        <thead>
          <tr>
            <td className={styles.check}>
              <PageCheck cards={cards ?? []} />
            </td>
            {columns.map((column) => (
              <Heading key={column.field} column={column} view={view} onChange={onChange} />
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={onKeyDown} onKeyUp={keepSpace}>
          {cards === null ? (
            <SkeletonRows columns={columns} />
          ) : (
            cards
              .slice(0, drawn)
              .map((card) => (
                <Row
                  key={card.id}
                  card={card}
                  columns={columns}
                  open={card.id === openId}
                  inTabOrder={card.id === tabId}
                  onFocus={setLastId}
                  onCheck={onCheck}
                />
              ))
          )}
        </tbody>
      </table>
    </div>
  )
}

/** Both bounds: a table gives a column what its cells ask for. */
function sized(column: ShownColumn | undefined): CSSProperties | undefined {
  const width = column?.width ?? null
  return width === null ? undefined : { minWidth: width, maxWidth: width }
}

/** Space selects a row; without this, releasing it would press the row's button, too. */
function keepSpace(event: KeyboardEvent): void {
  if (event.key === ' ' && event.target instanceof HTMLElement && event.target.dataset['card'] !== undefined)
    event.preventDefault()
}

/** Shift selects rows, not text. */
function keepText(event: MouseEvent): void {
  if (event.shiftKey) event.preventDefault()
}

function Heading({
  column,
  view,
  onChange,
}: {
  column: ShownColumn
  view: CardsView
  onChange: CardsTableProps['onChange']
}) {
  const sorted = view.sortField === column.field ? view.sortDirection : null
  // Ascending, descending, and back to newest first.
  const next =
    sorted === null
      ? { sortField: column.field, sortDirection: 'asc' as const }
      : sorted === 'asc'
        ? { sortDirection: 'desc' as const }
        : { sortField: 'createdAt' as const, sortDirection: 'desc' as const }
  return (
    <th
      scope="col"
      style={sized(column)}
      aria-sort={sorted === null ? 'none' : sorted === 'asc' ? 'ascending' : 'descending'}
    >
      <UnstyledButton className={table.heading} onClick={() => onChange(next)}>
        {text(column.heading)}
        <Icon
          name={sorted === 'desc' ? 'arrowDown' : 'arrowUp'}
          size={14}
          className={sorted === null ? table.unsorted : table.sorted}
        />
      </UnstyledButton>
      <ColumnHandle column={column} />
    </th>
  )
}

interface RowProps {
  card: ShownCard
  columns: readonly ShownColumn[]
  open: boolean
  inTabOrder: boolean
  onFocus: (id: string) => void
  onCheck: (id: string, range: boolean) => void
}

/** An `UnstyledButton` without what it does to be one. */
const OPENER = `mantine-focus-auto ${UnstyledButton.classes?.['root']} ${styles.opener}`

/** Memoised, since a page may hold a hundred. */
const Row = memo(function Row({ card, columns, open, inTabOrder, onFocus, onCheck }: RowProps) {
  const chosen = useSelection((state) => isChosen(state.chosen, card.id))
  // Words and dates change only with the language.
  useLanguage()
  const [first, ...others] = columns
  const classes = [styles.row, ...(open ? [styles.open] : []), ...(chosen ? [styles.chosen] : [])]
  const press = (event: MouseEvent) => {
    if (window.getSelection()?.type === 'Range' && !event.shiftKey) return
    if (event.shiftKey) return onCheck(card.id, true)
    // After the card closes, the keys continue from this row.
    if (event.currentTarget instanceof HTMLElement)
      event.currentTarget.querySelector<HTMLElement>('[data-card]')?.focus({ preventScroll: true })
    openCard(card.id)
  }
  return (
    // The whole row can be clicked; keyboard and screen readers have its button.
    <tr className={classes.join(' ')} onMouseDown={keepText} onClick={press}>
      <td className={styles.check} onClick={(event) => event.stopPropagation()}>
        {/* No tab stop: Space on the row does the same. */}
        <CheckBox
          label={text('cards.select', { number: card.cardNumber })}
          checked={chosen}
          tabIndex={-1}
          onToggle={(range) => onCheck(card.id, range)}
        />
      </td>
      <th scope="row" className={first?.width == null ? undefined : styles.sized} style={sized(first)}>
        <button
          type="button"
          className={OPENER}
          data-card={card.id}
          tabIndex={inTabOrder ? 0 : -1}
          aria-label={text('cards.open', { number: card.cardNumber })}
          aria-haspopup="dialog"
          onFocus={() => onFocus(card.id)}
        >
          {first?.cell(card)}
        </button>
      </th>
      {others.map((column) => (
        <td key={column.field} className={column.width === null ? undefined : styles.sized} style={sized(column)}>
          {column.cell(card)}
        </td>
      ))}
    </tr>
  )
})
