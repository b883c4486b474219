import table from '../../../components/table/data-table.module.css'
import type { CardsColumn } from './cards-columns.tsx'
import styles from '../cards.module.css'

const ROWS = Array.from({ length: 12 }, (_, index) => index)

/** Placeholders for loading rows, at their final height. */
export function SkeletonRows({ columns }: { columns: readonly CardsColumn[] }) {
  return ROWS.map((row) => (
    <tr key={row} aria-hidden="true">
      <td className={styles.check} />
      {columns.map((column) => (
        <td key={column.field}>
          <span className={table.skeleton} style={{ width: column.skeletonWidth }} />
        </td>
      ))}
    </tr>
  ))
}
