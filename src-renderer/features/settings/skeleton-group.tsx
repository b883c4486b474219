import { Box } from '@mantine/core'
import table from '../../components/table/data-table.module.css'
import { SettingsGroup } from './settings-group.tsx'
import styles from './settings.module.css'

/** A loading group, at about its final height. */
export function SkeletonGroup({ title, rows }: { title: string; rows: number }) {
  return (
    <div aria-busy="true">
      <SettingsGroup title={title}>
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} className={styles.row} aria-hidden="true">
            <Box component="span" w="8rem" className={table.skeleton} />
          </div>
        ))}
      </SettingsGroup>
    </div>
  )
}
