import type { Cluster } from '../../../../src-main/domain/desk/cluster.ts'
import { CommandLine } from '../../../components/code/command-line.tsx'
import { Notice } from '../../../components/feedback/notice.tsx'
import { Icon } from '../../../components/icon.tsx'
import { ListTable } from '../../../components/table/list-table.tsx'
import { Fact, Facts } from '../../../components/text/facts.tsx'
import { clusterText as words } from '../../../locales/cluster/words.ts'
import { formatBytes, formatMilliseconds } from '../../../locales/messages.ts'
import { SettingsGroup } from '../settings-group.tsx'
import settings from '../settings.module.css'
import styles from './cluster.module.css'

type Server = NonNullable<Cluster['server']>

const STANDBY_COLUMNS = ['name', 'address', 'state', 'sync', 'lag', 'behind'] as const

/** The server's version and role, its standbys, and what its loss would cost. */
export function ServerGroup({ server, place }: { server: Server; place: string }) {
  const { version, isPrimary, takesWrites, tls, standbys, maySeeStandbys, login } = server
  return (
    <SettingsGroup title={words('server')}>
      <div className={styles.below}>
        <Facts>
          <Fact name={words('server.place')}>
            <code className={settings.path}>{place.replace(/#.*/, '')}</code>
          </Fact>
          <Fact name={words('server.version')}>PostgreSQL {version}</Fact>
          <Fact name={words('server.role')}>
            {!takesWrites && <Icon name="alert" size={15} tone="failed" />}
            {words(isPrimary ? 'server.primary' : 'server.standby')}
            {!takesWrites && `, ${words('server.readOnly')}`}
          </Fact>
          <Fact name={words('server.tls')}>{tls ?? words('server.tls.none')}</Fact>
        </Facts>
        <LossNotice server={server} />
        {standbys.length > 0 && !maySeeStandbys && (
          <div className={styles.hint}>
            <p>{words('standbys.hidden', { login })}</p>
            <CommandLine command={`GRANT pg_read_all_stats TO ${login};`} />
          </div>
        )}
      </div>
      {standbys.length > 0 && (
        <ListTable
          className={settings.scroll}
          label={words('replication')}
          columns={STANDBY_COLUMNS.map((key) => ({
            key,
            word: words(`standbys.${key}`),
            className: key === 'lag' || key === 'behind' ? styles.number : undefined,
          }))}
          rows={standbys.map((standby, row) => (
            // oxlint-disable-next-line react/no-array-index-key -- several may have the same name and nothing else
            <StandbyRow key={`${standby.name} ${row}`} standby={standby} />
          ))}
        />
      )}
    </SettingsGroup>
  )
}

function StandbyRow({ standby }: { standby: Server['standbys'][number] }) {
  const { name, address, state, sync, lagMs, lagBytes } = standby
  return (
    <tr>
      <td>{name}</td>
      <td>{address ?? '–'}</td>
      <td>{state ?? '–'}</td>
      <td>{sync ?? '–'}</td>
      <td className={styles.number}>{lagMs === null ? '–' : formatMilliseconds(lagMs)}</td>
      <td className={styles.number}>{lagBytes === null ? '–' : formatBytes(lagBytes)}</td>
    </tr>
  )
}

/** What becomes of confirmed changes when the server is lost. */
function LossNotice({ server: { waitsForStandby, synchronousStandbyNames, standbys } }: { server: Server }) {
  if (waitsForStandby)
    return (
      <Notice tone="active" icon="shieldCheck" title={words('promise.kept')}>
        <p>{words('promise.kept.text', { names: synchronousStandbyNames })}</p>
      </Notice>
    )
  const which = standbys.length === 0 ? 'alone' : synchronousStandbyNames === '' ? 'window' : 'off'
  return (
    <Notice tone="pending" icon="alert" title={words(`promise.${which}`)}>
      <p>{words(`promise.${which}.text`)}</p>
    </Notice>
  )
}
