import { VisuallyHidden } from '@mantine/core'
import { useRef, type HTMLAttributes, type ReactElement } from 'react'
import table from './data-table.module.css'
import { useLate } from '../use-late.ts'
import { useRowsInSight } from './use-rows-in-sight.ts'
import { useScrollTop } from './use-scroll-top.ts'

/** A column of a list: its name, and the class of its cells. */
interface ListColumn {
  key: string
  word: string
  className?: string | undefined
  /** The cells explain themselves, so the name is for screen readers only. */
  unseen?: boolean
}

interface ListTableProps {
  label: string
  columns: readonly ListColumn[]
  /** Each with its key; null while nothing is known yet. */
  rows: ReactElement[] | null
  /** While other rows load. */
  dimmed?: boolean
  /** The page shown; a new one starts at its top. */
  page?: number
  /** How many placeholder rows to show while loading. */
  awaited?: number
  /** The class of its scroll box, if not a screen's panel. */
  className?: string | undefined
  /** Handlers for all rows together. */
  body?: HTMLAttributes<HTMLTableSectionElement>
}

/** The table of lists without sorting. */
export function ListTable({
  label,
  columns,
  rows,
  dimmed = false,
  page,
  awaited = 8,
  className = table.scroll,
  body,
}: ListTableProps) {
  const box = useRef<HTMLDivElement>(null)
  useScrollTop(box, page)
  const drawn = useRowsInSight(rows?.map(({ key }) => key ?? '') ?? [])
  const isDim = useLate(dimmed && rows !== null)
  return (
    // No landmark: the panel around it is one, often with the same name.
    <div ref={box} className={className} role="group" aria-label={label} aria-busy={rows === null} tabIndex={0}>
      <table className={isDim ? `${table.table} ${table.dimmed}` : table.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ key, word, className, unseen = false }) => (
              <th key={key} scope="col" className={className}>
                {unseen ? <VisuallyHidden>{word}</VisuallyHidden> : <span className={table.columnName}>{word}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...body}>
          {rows?.slice(0, drawn) ??
            Array.from({ length: awaited }, (_, row) => <AwaitedRow key={row} columns={columns} />)}
        </tbody>
      </table>
    </div>
  )
}

function AwaitedRow({ columns }: { columns: readonly ListColumn[] }) {
  return (
    <tr aria-hidden="true">
      {columns.map(({ key, className }) => (
        <td key={key} className={className}>
          <span className={`${table.skeleton} ${table.bar}`} />
        </td>
      ))}
    </tr>
  )
}
