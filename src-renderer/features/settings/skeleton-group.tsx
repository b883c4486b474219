import table from '../../components/table/data-table.module.css'
import { Group } from './group.tsx'
import styles from './settings.module.css'

/** A group whose values are still to come, at about its height. */
export function SkeletonGroup({ title, rows }: { title: string; rows: number }) {
  return (
    <div aria-busy="true">
      <Group title={title}>
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} className={styles.row} aria-hidden="true">
            <span className={`${table.skeleton} ${styles.wait}`} />
          </div>
        ))}
      </Group>
    </div>
  )
}
