import { Box } from '@mantine/core'
import type { Cluster } from '../../../../src-main/domain/desk/cluster.ts'
import { ListTable } from '../../../components/table/list-table.tsx'
import { clusterText as words, dutyWord } from '../../../locales/cluster/words.ts'
import { formatUntil } from '../../../locales/messages.ts'
import { SettingsGroup } from '../settings-group.tsx'
import settings from '../settings.module.css'
import { InstanceName } from './instances-group.tsx'
import styles from './cluster.module.css'

const COLUMNS = ['name', 'holder', 'until'] as const

/** What one instance alone does, and which one. */
export function DutiesGroup({ cluster: { duties, instances, now } }: { cluster: Cluster }) {
  return (
    <SettingsGroup title={words('duties')} lead={words('duties.lead')}>
      {duties.length === 0 ? (
        <p className={settings.none}>{words('duties.none')}</p>
      ) : (
        <ListTable
          className={settings.scroll}
          label={words('duties')}
          columns={COLUMNS.map((key) => ({ key, word: words(`duties.${key}`) }))}
          rows={duties.map(({ database, name, holderId, until }) => {
            const holder = instances.find(({ id }) => id === holderId)
            return (
              <tr key={`${database} ${name}`}>
                <td>
                  {dutyWord(name)} <span className={styles.where}>{words(`database.${database}`)}</span>
                </td>
                {holder === undefined ? (
                  <Box component="td" c="dimmed">
                    {words('duties.nobody')}
                  </Box>
                ) : (
                  <td>
                    <InstanceName {...holder} />
                  </td>
                )}
                <td className={styles.figure}>{until === null ? '–' : formatUntil(until, Date.parse(now))}</td>
              </tr>
            )
          })}
        />
      )}
    </SettingsGroup>
  )
}
