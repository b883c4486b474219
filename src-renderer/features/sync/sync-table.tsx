import type { ReactNode } from 'react'
import table from '../../components/data-table.module.css'
import styles from './sync.module.css'

interface SyncTableProps {
  label: string
  headings: readonly { key: string; word: string; end?: boolean }[]
  /** Null while nothing is known yet. */
  rows: ReactNode[] | null
  dimmed: boolean
  /** Whether someone points at the rows. */
  onHold?: (held: boolean) => void
}

const SKELETON_ROWS = [0, 1, 2, 3, 4, 5]

/** The table of every list here. */
export function SyncTable({ label, headings, rows, dimmed, onHold }: SyncTableProps) {
  return (
    <div className={table.scroll} role="region" aria-label={label} tabIndex={0}>
      <table className={dimmed && rows !== null ? `${table.table} ${table.dimmed}` : table.table} aria-label={label}>
        <thead>
          <tr>
            {headings.map(({ key, word, end = false }) => (
              <th key={key} scope="col" className={end ? styles.end : undefined}>
                <span className={styles.columnName}>{word}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody onMouseEnter={() => onHold?.(true)} onMouseLeave={() => onHold?.(false)}>
          {rows ??
            SKELETON_ROWS.map((row) => (
              <tr key={row} aria-hidden="true">
                {headings.map(({ key }) => (
                  <td key={key}>
                    <span className={`${table.skeleton} ${styles.bar}`} />
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}
