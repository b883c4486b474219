import type { Cluster } from '../../../../src-main/domain/desk/cluster.ts'
import { CommandLine } from '../../../components/code/command-line.tsx'
import { Icon, type IconName, type Tone } from '../../../components/icon.tsx'
import { ListTable } from '../../../components/table/list-table.tsx'
import { clusterText as words } from '../../../locales/cluster/words.ts'
import { formatDuration, formatNumber } from '../../../locales/messages.ts'
import { SettingsGroup } from '../settings-group.tsx'
import settings from '../settings.module.css'
import styles from './cluster.module.css'

type Database = Cluster['databases'][number]

const COLUMNS = ['database', 'busy', 'idle', 'waiting', 'notes', 'schema'] as const
const NUMBERS: ReadonlySet<string> = new Set(['idle', 'waiting', 'notes'])
const SCHEMAS: Record<Exclude<Database['schema'], null>, { tone: Tone; icon: IconName }> = {
  current: { tone: 'active', icon: 'check' },
  behind: { tone: 'pending', icon: 'alert' },
  newer: { tone: 'failed', icon: 'alert' },
  foreign: { tone: 'failed', icon: 'alert' },
}
/** Instances look every three seconds; much longer, and this page shows old data. */
const LATE_MS = 10_000

/** What the instance that answers has open to each database. */
export function ConnectionsGroup({ databases }: { databases: readonly Database[] }) {
  return (
    <SettingsGroup title={words('connections')} lead={words('connections.lead')}>
      <ListTable
        className={settings.scroll}
        label={words('connections')}
        columns={COLUMNS.map((key) => ({
          key,
          word: words(`connections.${key}`),
          className: NUMBERS.has(key) ? styles.number : undefined,
        }))}
        rows={databases.map((database) => (
          <Row key={database.name} database={database} />
        ))}
      />
      {databases.some(({ schema }) => schema === 'behind') && (
        <div className={styles.below}>
          <div className={styles.hint}>
            <p>{words('schema.migrate')}</p>
            <CommandLine command="fuelcard-desk store migrate" />
          </div>
        </div>
      )}
    </SettingsGroup>
  )
}

function Row({ database: { name, pool, noteLagMs, schema } }: { database: Database }) {
  const busy = pool.open - pool.idle
  return (
    <tr>
      <td>{words(`database.${name}`)}</td>
      <td>
        <span className={styles.busy}>
          <meter className={styles.meter} min={0} max={pool.size} value={busy} aria-hidden="true" />
          {words('connections.of', { busy, size: pool.size })}
        </span>
      </td>
      <td className={styles.number}>{formatNumber(pool.idle)}</td>
      <td className={styles.number}>
        <Warned isWarned={pool.waiting > 0}>{formatNumber(pool.waiting)}</Warned>
      </td>
      <td className={styles.number}>
        <Warned isWarned={noteLagMs > LATE_MS}>{words('ago', { time: formatDuration(noteLagMs) })}</Warned>
      </td>
      <td>
        <span className={styles.state}>
          <Icon size={15} {...(schema === null ? { name: 'unplugged', tone: 'failed' } : iconOf(schema))} />
          {words(`schema.${schema ?? 'unknown'}`)}
        </span>
      </td>
    </tr>
  )
}

function iconOf(schema: Exclude<Database['schema'], null>) {
  const { tone, icon: name } = SCHEMAS[schema]
  return { name, tone }
}

function Warned({ isWarned, children }: { isWarned: boolean; children: string }) {
  if (!isWarned) return children
  return (
    <span className={styles.state}>
      <Icon name="alert" size={15} tone="pending" />
      {children}
    </span>
  )
}
