import type { Command } from 'commander'
import type { Cluster } from '../../../domain/desk/cluster.ts'
import { style } from '../../output/style.ts'
import { count, facts, table } from '../../output/table.ts'
import type { Shell } from '../../shell.ts'
import { examples } from '../shared.ts'

/** How a service on several machines is; *Settings ▸ Cluster* shows the same. */
export function registerStoreStatus(store: Command, shell: Shell): void {
  const status = store
    .command('status')
    .description('show instances, duties, connections, and the database server with its replication')
    .action(() =>
      shell.run(async (work) => {
        const answer = await work.call('service.cluster', {})
        work.print(answer, () => (answer.cluster === null ? DESK : describe(answer.cluster)))
      }),
    )
  examples(status, ['store status', 'store status --json'])
}

const DESK = 'The databases are files in the data folder: there is no server, and no other instance.\n'

function describe({ now, instances, duties, databases, server }: Cluster): string {
  const nameOf = (id: string | null) => {
    if (id === null) return 'nobody'
    const known = instances.find((one) => one.id === id)
    return known === undefined ? id.slice(0, 8) : `${known.address} (${id.slice(0, 8)})`
  }
  const tables = [
    table(
      ['Instance', 'Version', 'State', 'Started (UTC)', 'Last seen'],
      instances.map(({ id, version, state, startedAt, seenAt, endedAt, answers }) => [
        nameOf(id),
        version,
        `${STATES[state]}${answers ? ', answers' : ''}`,
        second(startedAt),
        ago(endedAt ?? seenAt, now),
      ]),
      'No database answers, so nothing is known of the instances.',
    ),
    table(
      ['Duty', 'Database', 'Held by', 'Until (UTC)'],
      duties.map(({ name, database, holderId, until }) => [
        name,
        database,
        nameOf(holderId),
        until === null ? null : second(until),
      ]),
      'No duty has been taken yet.',
    ),
    table(
      ['Database', 'Connections', 'Idle', 'Waiting', 'Notes read', 'Migrations'],
      databases.map(({ name, pool, noteLagMs, schema }) => [
        name,
        `${pool.open} of ${pool.size}`,
        pool.idle,
        pool.waiting,
        `${count(noteLagMs)} ms ago`,
        schema === null ? 'does not answer' : SCHEMAS[schema],
      ]),
      'No database.',
    ),
  ]
  return `${tables.join('\n')}\n${server === null ? away(databases) : describeServer(server, databases[0]?.place)}`
}

function away(databases: Cluster['databases']): string {
  return style.red(`${databases[0]?.place ?? 'The database server'} does not answer.\n`)
}

function describeServer(server: NonNullable<Cluster['server']>, place: string | undefined): string {
  const { version, isPrimary, takesWrites, tls, standbys, maySeeStandbys, login } = server
  const role = `${isPrimary ? 'primary' : 'standby'}${takesWrites ? '' : ', takes no writes'}`
  const hint = `${login} may not see the state of standbys; allow it with: GRANT pg_read_all_stats TO ${login}\n`
  return [
    facts([
      ['Server', place?.replace(/#.*/, '') ?? null],
      ['PostgreSQL', version],
      ['Role', role],
      ['TLS', tls ?? 'no'],
      ['synchronous_standby_names', server.synchronousStandbyNames || 'not set'],
    ]),
    '\n',
    table(
      ['Standby', 'Address', 'State', 'Sync', 'Lag', 'Behind'],
      standbys.map(({ name, address, state, sync, lagMs, lagBytes }) => [
        name,
        address,
        state,
        sync,
        lagMs === null ? null : `${count(lagMs)} ms`,
        lagBytes === null ? null : `${count(lagBytes)} bytes`,
      ]),
      'No standby is connected.',
    ),
    maySeeStandbys || standbys.length === 0 ? '' : style.dim(hint),
    promise(server),
  ].join('')
}

/** What becomes of answered changes when the server is lost. */
function promise({ waitsForStandby, synchronousStandbyNames, standbys }: NonNullable<Cluster['server']>): string {
  if (waitsForStandby) return 'A change is answered once a standby has it too: losing the primary loses nothing.\n'
  const cause =
    synchronousStandbyNames === ''
      ? 'Without synchronous_standby_names'
      : 'With synchronous_commit switched off for this login'
  return style.yellow(
    standbys.length === 0
      ? `${cause}, a change is answered once this server has it: if its disk is lost, so are changes since the last backup.\n`
      : `${cause}, a change is answered before a standby has it: a failover may lose the last moments, by as much as the standby is behind.\n`,
  )
}

const STATES = { alive: 'alive', ended: 'ended', unseen: 'not seen' }
const SCHEMAS = {
  current: 'up to date',
  behind: 'to be run: store migrate',
  newer: 'of a newer version',
  foreign: 'not of this product',
}

function second(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 19)}`
}

function ago(time: string, now: string): string {
  const seconds = Math.max(0, Math.round((Date.parse(now) - Date.parse(time)) / 1_000))
  if (seconds < 120) return `${seconds} s ago`
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min ago` : `${Math.round(seconds / 3_600)} h ago`
}
