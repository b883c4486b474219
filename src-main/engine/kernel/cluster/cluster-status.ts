import { inTime } from '../../../database/in-time.ts'
import { queryBuilder } from '../../../database/query-builder.ts'
import type { Session, Store } from '../../../database/store.ts'
import type { ServerStatus, StoreStatus } from '../../../database/store-status.ts'
import type { ClusterTables } from '../../../database/tables/cluster-tables.ts'
import type { Cluster } from '../../../domain/desk/cluster.ts'
import { livingNow, timeIn, type ClusterMember } from './member.ts'

/** What the status asks of a member. */
interface Member extends Omit<ClusterMember, 'database'> {
  readonly database: ClusterMember['database'] & Pick<Store<unknown>, 'status'> & { all: Session<unknown>['all'] }
}

type DatabaseName = Cluster['databases'][number]['name']
type Duty = ClusterTables['duty_lease']
type Instance = ClusterTables['instance']

/** How the instances that share the store are, and its server: within two seconds. Null on a desk. */
export async function clusterStatus(members: Readonly<Record<DatabaseName, Member>>): Promise<Cluster | null> {
  const { control } = members
  if (!control.database.isShared) return null
  const looks = await Promise.all(DATABASES.map((name) => lookAt(name, members[name])))
  const living = livingNow(control)
  const now = timeIn(control.wallClock, 0)
  const instances = together(looks.flatMap((look) => look.instances))
  const isAlive = (id: string | null) =>
    id === control.instanceId ||
    instances.some((one) => one.id === id && one.ended_at === null && one.seen_at >= living.livingSince)
  return {
    now,
    instances: instances.map(({ id, address, version, started_at, seen_at, ended_at }) => ({
      id,
      address,
      version,
      startedAt: started_at,
      seenAt: seen_at,
      endedAt: ended_at,
      state: ended_at !== null ? 'ended' : isAlive(id) ? 'alive' : 'unseen',
      answers: id === control.instanceId,
    })),
    duties: looks.flatMap(({ name: database, duties }) =>
      duties.map(({ name, holder_id, until }) => {
        const isHeld = holder_id !== null && until >= now && isAlive(holder_id)
        return { database, name, holderId: isHeld ? holder_id : null, until: isHeld ? until : null }
      }),
    ),
    databases: looks.flatMap(({ name, status }) =>
      status === null
        ? []
        : [
            {
              name,
              place: status.place,
              answers: status.server !== null,
              pool: status.pool,
              noteLagMs: status.noteLagMs,
              schema: status.server?.schema ?? null,
            },
          ],
    ),
    server: serverOf(looks.flatMap(({ status }) => status?.server ?? [])),
  }
}

const DATABASES = ['control', 'sandbox', 'production'] as const satisfies readonly DatabaseName[]

interface Look {
  name: DatabaseName
  status: StoreStatus | null
  instances: Instance[]
  duties: Duty[]
}

async function lookAt(name: DatabaseName, { database }: Member): Promise<Look> {
  const [status, instances, duties] = await Promise.all([
    database.status(),
    inTime(database.all(allInstances)),
    inTime(database.all(allDuties)),
  ])
  return { name, status, instances: instances ?? [], duties: duties ?? [] }
}

/** Every command that ran beside a service was an instance, too. */
const LISTED_ENDED = 10

/** An instance shows in each database that it lives: where it was last seen longest ago, others take over. */
function together(rows: readonly Instance[]): Instance[] {
  const byId = new Map<string, Instance>()
  for (const row of rows) {
    const known = byId.get(row.id)
    if (known === undefined) byId.set(row.id, { ...row })
    else {
      known.seen_at = known.seen_at < row.seen_at ? known.seen_at : row.seen_at
      known.started_at = known.started_at < row.started_at ? known.started_at : row.started_at
      known.ended_at ??= row.ended_at
    }
  }
  const all = [...byId.values()].toSorted((one, other) => (one.started_at < other.started_at ? -1 : 1))
  const ended = all.filter(({ ended_at }) => ended_at !== null)
  const shown = new Set(ended.slice(-LISTED_ENDED))
  return all.filter((one) => one.ended_at === null || shown.has(one))
}

/** The three logins see the same server; one of them may have the right to see its standbys. */
function serverOf(seen: readonly ServerStatus[]): Cluster['server'] {
  const best = seen.find(({ maySeeStandbys }) => maySeeStandbys) ?? seen[0]
  if (best === undefined) return null
  const { schema: _, ...server } = best
  return server
}

const builder = queryBuilder<ClusterTables>()
const allInstances = builder.selectFrom('instance').selectAll().orderBy('started_at')
const allDuties = builder.selectFrom('duty_lease').selectAll().orderBy('name')
