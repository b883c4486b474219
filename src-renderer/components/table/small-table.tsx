import type { ReactNode } from 'react'
import styles from './small-table.module.css'

interface SmallTableProps {
  /** What it lists, for a screen reader. */
  label: string
  /** The words over its columns, if any; null over names of rows. */
  head?: readonly (string | null)[]
  /** Its rows. */
  children: ReactNode
  /** Stands below the rows. */
  foot?: ReactNode
  className?: string | undefined
  busy?: boolean
}

/** A table inside a panel or dialog: it scrolls by itself below its heading. */
export function SmallTable({ label, head, children, foot, className = '', busy }: SmallTableProps) {
  return (
    <div className={`${styles.box} ${className}`} role="region" aria-label={label} aria-busy={busy} tabIndex={0}>
      <table>
        {head !== undefined && (
          <thead>
            <tr>
              {head.map((word) =>
                word === null ? (
                  <td key="" />
                ) : (
                  <th key={word} scope="col">
                    {word}
                  </th>
                ),
              )}
            </tr>
          </thead>
        )}
        <tbody>{children}</tbody>
      </table>
      {foot}
    </div>
  )
}
