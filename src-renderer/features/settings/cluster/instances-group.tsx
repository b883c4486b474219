import { Box } from '@mantine/core'
import type { Cluster } from '../../../../src-main/domain/desk/cluster.ts'
import { StateBadge } from '../../../components/badge/state-badge.tsx'
import type { IconName, Tone } from '../../../components/icon.tsx'
import { ListTable } from '../../../components/table/list-table.tsx'
import { Moment } from '../../../components/text/moment.tsx'
import { clusterText as words } from '../../../locales/cluster/words.ts'
import { formatDuration } from '../../../locales/messages.ts'
import { SettingsGroup } from '../settings-group.tsx'
import settings from '../settings.module.css'
import styles from './cluster.module.css'

type Instance = Cluster['instances'][number]

const COLUMNS = ['machine', 'state', 'seen', 'started', 'version'] as const
const LOOKS: Record<Instance['state'], { tone: Tone; icon: IconName }> = {
  alive: { tone: 'active', icon: 'circleCheck' },
  ended: { tone: 'inactive', icon: 'circleMinus' },
  unseen: { tone: 'failed', icon: 'alert' },
}
const ORDER: readonly Instance['state'][] = ['alive', 'unseen', 'ended']

/** The running ones first. */
export function InstancesGroup({ cluster: { instances, now } }: { cluster: Cluster }) {
  const rows = ORDER.flatMap((state) => instances.filter((instance) => instance.state === state))
  return (
    <SettingsGroup title={words('instances')} lead={words('instances.lead')}>
      {rows.length === 0 ? (
        <p className={settings.none}>{words('instances.none')}</p>
      ) : (
        <ListTable
          className={settings.scroll}
          label={words('instances')}
          columns={COLUMNS.map((key) => ({ key, word: words(`instances.${key}`) }))}
          rows={rows.map((instance) => (
            <Row key={instance.id} instance={instance} now={now} />
          ))}
        />
      )}
    </SettingsGroup>
  )
}

function Row({ instance, now }: { instance: Instance; now: string }) {
  const { id, address, version, state, startedAt, seenAt, endedAt, answers } = instance
  return (
    <tr>
      <td>
        <InstanceName id={id} address={address} />{' '}
        {answers && <span className={styles.here}>{words('instances.answers')}</span>}
      </td>
      <td>
        <StateBadge {...LOOKS[state]} word={words(`state.${state}`)} />
      </td>
      <td className={styles.figure}>
        {state === 'alive' ? (
          words('ago', { time: formatDuration(inSeconds(Date.parse(now) - Date.parse(seenAt))) })
        ) : (
          <Moment value={endedAt ?? seenAt} />
        )}
      </td>
      <td>
        <Moment value={startedAt} />
      </td>
      <Box component="td" c="dimmed">
        {version}
      </Box>
    </tr>
  )
}

/** Several may run on one machine. */
export function InstanceName({ id, address }: { id: string; address: string }) {
  return (
    <>
      {address} <code className={styles.id}>{id.slice(0, 8)}</code>
    </>
  )
}

function inSeconds(ms: number): number {
  return Math.max(1, Math.round(ms / 1_000)) * 1_000
}
