import type { Overview } from '../../domain/desk/overview.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { EnvironmentCore } from '../kernel/environment-core.ts'
import type { Hold } from '../kernel/hold.ts'
import { readAttention } from './attention.ts'

/** Reads one project's overview; the cost does not grow with the fleet. */
export type ReadOverview = (projectId: string) => Promise<Overview>

const DAY_MS = 24 * 60 * 60 * 1000
const WEEK_DAYS = 7
const EXPIRY_DAYS = 90

export function createOverview(core: EnvironmentCore, hold: Hold): ReadOverview {
  return async (projectId) => {
    const projectKey = (await core.findProjectKey(projectId)) ?? NOBODY
    const today = core.clock.now().getTime()
    const dayFrom = (days: number) => new Date(today + days * DAY_MS).toISOString().slice(0, 10)
    const counts = (about: string, from: string, to: string) =>
      core.database.all(countsOf, { projectKey, about, from, to })
    const week = Array.from({ length: WEEK_DAYS }, (_, index) => dayFrom(index + 1 - WEEK_DAYS))
    const [weekBegins, weekEnds] = [dayFrom(1 - WEEK_DAYS), dayFrom(1)]
    const changes = new Map<string, number>()
    for (const { what, count } of await counts('change', weekBegins, weekEnds)) add(changes, what.slice(11), count)
    const delivered = new Map((await counts('delivery', weekBegins, weekEnds)).map(({ what, count }) => [what, count]))
    const deliveries = week.map((date) => {
      const of = (status: string) => delivered.get(`${date} ${status}`) ?? 0
      return { date, succeeded: of('succeeded'), failed: of('failed'), skipped: of('skipped'), pending: of('pending') }
    })
    const days = (await counts('expiry', dayFrom(0), dayFrom(EXPIRY_DAYS + 1))).map(({ what, count }) => ({
      date: what,
      count,
    }))
    const within = (limit: number) =>
      days.reduce((sum, { date, count }) => (date <= dayFrom(limit) ? sum + count : sum), 0)
    const { status, sync } = await cardCounts(core, projectKey)
    return {
      cards: { total: status.new + status.active + status.inactive, ...status },
      week: {
        created: changes.get('created') ?? 0,
        activated: changes.get('activated') ?? 0,
        enabled: changes.get('enabled') ?? 0,
        disabled: changes.get('disabled') ?? 0,
      },
      sync,
      authorizations: authorizations(await counts('authorization', '', AFTER_ALL)),
      expiring: { in30: within(30), in60: within(60), in90: within(EXPIRY_DAYS), days },
      deliveries,
      attention: await readAttention(core, hold, projectKey, {
        ...sync,
        failedDeliveries: deliveries.reduce((sum, { failed }) => sum + failed, 0),
      }),
    }
  }
}

/** The key used for a project without rows here; matches nothing. */
const NOBODY = -1
/** Sorts after every counter's name. */
const AFTER_ALL = '~'

async function cardCounts(
  core: EnvironmentCore,
  projectKey: number,
): Promise<Pick<Overview, 'sync'> & { status: Omit<Overview['cards'], 'total'> }> {
  const status = { new: 0, active: 0, inactive: 0 }
  const sync = { synced: 0, pending: 0, failed: 0 }
  for (const row of await core.database.all(cardsOfProject, { projectKey })) {
    status[row.status] += row.count
    sync[row.sync_status] += row.count
  }
  return { status, sync }
}

/** The counters are kept per combination of the four authorizations, as a bit mask; see the migration. */
function authorizations(mixes: readonly { what: string; count: number }[]): Overview['authorizations'] {
  const having = (bit: number) =>
    mixes.reduce((sum, { what, count }) => (Math.floor(Number(what) / bit) % 2 === 1 ? sum + count : sum), 0)
  return { gasoline: having(1), diesel: having(2), lpg: having(4), heatingOil: having(8) }
}

function add(counts: Map<string, number>, name: string, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count)
}

const builder = queryBuilder<EnvironmentSchema>()

const cardsOfProject = prepareQuery<{ projectKey: number }>()('cards by status', (parameter) =>
  builder
    .selectFrom('card_count')
    .select(['status', 'sync_status', 'count'])
    .where('project_key', '=', parameter('projectKey')),
)

/** The counters of one kind with names from `from` up to, but not including, `to`. */
const countsOf = prepareQuery<{ projectKey: number; about: string; from: string; to: string }>()(
  'overview counts',
  (parameter) =>
    builder
      .selectFrom('overview_count')
      .select(({ fn }) => ['what', fn.sum<number>('count').as('count')])
      .where('project_key', '=', parameter('projectKey'))
      .where('about', '=', parameter('about'))
      .where('what', '>=', parameter('from'))
      .where('what', '<', parameter('to'))
      .groupBy('what')
      .having(({ fn }) => fn.sum('count'), '>', 0)
      .orderBy('what'),
)
