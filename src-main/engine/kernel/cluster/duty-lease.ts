import { lockedTogether, ofDeadInstance } from '../../../database/primitives.ts'
import { prepareQuery, queryBuilder } from '../../../database/query-builder.ts'
import type { Store, Work } from '../../../database/store.ts'
import type { ClusterTables } from '../../../database/tables/cluster-tables.ts'
import { dutyUntil, livingNow, timeIn, type ClusterMember, type Rows } from './member.ts'

/** The right to do what one instance alone must do. Kept until its holder stops or dies; then the next one takes it. */
export interface DutyLease {
  /**
   * Takes the duty, or keeps it. Null while another living instance has it.
   *
   * @param how.fromOthers also takes it from a living holder, whose run then ends at its next transaction
   */
  take(how?: { fromOthers?: boolean }): Promise<DutyTerm | null>
  /** Whether a living instance other than this one has it. */
  isElsewhere(): Promise<boolean>
  /** Lets another instance take it at once. */
  release(): Promise<void>
}

/** One holder's time with a duty. */
export interface DutyTerm {
  /** Call first in each transaction of the duty. @throws DutyLost once the duty has passed to another holder */
  within(transaction: Rows): Promise<void>
  /** The same core, whose transactions all begin with `within`. */
  of<Core extends { readonly database: object }>(core: Core): Core
}

/** The duty has passed to another instance meanwhile: what this one still wanted to write is not written. */
export class DutyLost extends Error {
  constructor(name: string) {
    super(`Another instance has taken over: ${name}`)
    this.name = 'DutyLost'
  }
}

/** For duties that every instance has for itself. */
export const OWN_DUTY: DutyTerm = { within: async () => {}, of: (core) => core }

/** A lease that ends later than this was granted by another clock. */
const LATEST_MS = 10 * 60 * 1000

/** @param name unique in its database */
export function createDutyLease(member: ClusterMember, name: string): DutyLease {
  const { database, instanceId, wallClock } = member
  let known: { fence: number; term: DutyTerm } | null = null
  const termOf = (fence: number): DutyTerm => {
    const within = async (transaction: Rows): Promise<void> => {
      const row = await transaction.first(fenceOfDuty, { name })
      if (row?.holder_id !== instanceId || row.fence !== fence) throw new DutyLost(name)
    }
    return { within, of: (core) => ({ ...core, database: fenced(core.database as Store<never>, within) }) }
  }
  const validity = () => ({
    name,
    ...livingNow(member),
    now: timeIn(wallClock, 0),
    latest: timeIn(wallClock, LATEST_MS),
  })
  const isElsewhere = async () => (await database.first(otherHolder, validity())) !== undefined
  const fenceIfTaken = (fromOthers: boolean) =>
    database.write(async (transaction): Promise<number | null> => {
      const terms = { ...validity(), until: dutyUntil(member) }
      await transaction.run(beginDuty, { name })
      const mine =
        (await transaction.run(keepDuty, terms)) +
        (await transaction.run(fromOthers ? takeFromOthers : takeOver, terms))
      return mine === 0 ? null : ((await transaction.first(fenceOfDuty, { name }))?.fence ?? null)
    })
  return {
    isElsewhere,
    take: async ({ fromOthers = false } = {}) => {
      // Nobody can take it from the holder of the folder.
      if (known !== null && !database.isShared) return known.term
      if (!fromOthers && (await isElsewhere())) return null
      const fence = await fenceIfTaken(fromOthers)
      if (fence === null) known = null
      else if (known?.fence !== fence) known = { fence, term: termOf(fence) }
      return known?.term ?? null
    },
    release: async () => {
      // When the holder of the folder ends, that releases it as well.
      if (known === null || !database.isShared) return
      known = null
      await database.write((transaction) => transaction.run(endDuty, { name, own: instanceId }))
    },
  }
}

/** A store whose transactions all begin with `check`. */
function fenced(database: Store<never>, check: DutyTerm['within']): Store<never> {
  const checked =
    <Result>(work: Work<never, Result>): Work<never, Result> =>
    async (transaction) => {
      await check(transaction)
      return work(transaction)
    }
  return {
    ...database,
    write: <Result>(work: Work<never, Result>) => database.write(checked(work)),
    bulk: () => {
      const writer = database.bulk()
      return {
        write: <Result>(work: Work<never, Result>) => writer.write(checked(work)),
        conclude: <Result>(work: Work<never, Result>) => writer.conclude(checked(work)),
      }
    },
  }
}

const builder = queryBuilder<ClusterTables>()

/** Locked: another instance that takes the duty over waits for the transaction. */
const fenceOfDuty = prepareQuery<{ name: string }>()('fence of duty', (parameter) =>
  builder
    .selectFrom('duty_lease')
    .select(['holder_id', 'fence'])
    .where('name', '=', parameter('name'))
    .$call(lockedTogether),
)

interface Validity {
  name: string
  own: string
  livingSince: string
  now: string
  latest: string
}

const otherHolder = prepareQuery<Validity>()('other holder of duty', (parameter) =>
  builder
    .selectFrom('duty_lease')
    .select('holder_id')
    .where('name', '=', parameter('name'))
    .where('holder_id', '<>', parameter('own'))
    .where('until', '>=', parameter('now'))
    .where('until', '<=', parameter('latest'))
    .where(({ not }) => not(ofDeadInstance('holder_id', parameter('own'), parameter('livingSince')))),
)

const beginDuty = prepareQuery<{ name: string }>()('begin duty', (parameter) =>
  builder
    .insertInto('duty_lease')
    .values({ name: parameter('name'), holder_id: null, fence: 0, until: '' })
    .onConflict((conflict) => conflict.doNothing()),
)

const keepDuty = prepareQuery<{ name: string; own: string; until: string }>()('keep duty', (parameter) =>
  builder
    .updateTable('duty_lease')
    .set({ until: parameter('until') })
    .where('name', '=', parameter('name'))
    .where('holder_id', '=', parameter('own')),
)

const takeOver = prepareQuery<Validity & { until: string }>()('take over duty', (parameter) =>
  builder
    .updateTable('duty_lease')
    .set(({ eb, lit }) => ({
      holder_id: parameter('own'),
      fence: eb('fence', '+', lit(1)),
      until: parameter('until'),
    }))
    .where('name', '=', parameter('name'))
    .where(({ eb, or, and }) =>
      or([
        eb('holder_id', 'is', null),
        and([
          eb('holder_id', '<>', parameter('own')),
          or([
            ofDeadInstance('holder_id', parameter('own'), parameter('livingSince')),
            eb('until', '<', parameter('now')),
            eb('until', '>', parameter('latest')),
          ]),
        ]),
      ]),
    ),
)

const takeFromOthers = prepareQuery<{ name: string; own: string; until: string }>()(
  'take duty from others',
  (parameter) =>
    builder
      .updateTable('duty_lease')
      .set(({ eb, lit }) => ({
        holder_id: parameter('own'),
        fence: eb('fence', '+', lit(1)),
        until: parameter('until'),
      }))
      .where('name', '=', parameter('name'))
      .where(({ eb, or }) => or([eb('holder_id', 'is', null), eb('holder_id', '<>', parameter('own'))])),
)

const endDuty = prepareQuery<{ name: string; own: string }>()('end duty', (parameter) =>
  builder
    .updateTable('duty_lease')
    .set({ holder_id: null })
    .where('name', '=', parameter('name'))
    .where('holder_id', '=', parameter('own')),
)
