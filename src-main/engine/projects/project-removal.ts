import { prepareQuery, queryBuilder, type PreparedQuery } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { ChangeContext } from '../kernel/change-context.ts'
import type { EnvironmentCore } from '../kernel/environment-core.ts'
import { inSlices, SHORT_SLICE_MS } from '../kernel/slices.ts'

/**
 * Removes one project's rows from one environment, in slices that let other work through; returns how many cards went.
 * Its audit entries stay and get one more. If interrupted, calling it again continues.
 *
 * With `keepScope` the project stays, empty, as for a sandbox reset. Answers kept for repeated requests stay in either
 * case: they expire within 24 hours.
 */
export type ProjectRemoval = (
  projectId: string,
  context: ChangeContext,
  options?: { keepScope?: boolean },
) => Promise<{ cards: number }>

/**
 * Tables with rows of a project, referencing ones first. Dependent rows (attempts, secrets, drift) are deleted along.
 */
const BULK_TABLES = [
  'delivery',
  'event',
  'job',
  'sync_refusal',
  'sync_run',
  'sync_file',
  'inbox_arrival',
  'bulk_item',
  'bulk_job',
  'card',
] as const satisfies readonly (keyof EnvironmentSchema)[]
/** Tables with few rows per project, or whose rows were deleted along with their cards. */
const SMALL_TABLES = [
  'webhook',
  'inbox',
  'provider',
  'card_count',
  'overview_count',
  'drifted_card',
  'sync_count',
  'run_claim',
] as const satisfies readonly (keyof EnvironmentSchema)[]

export const PROJECT_TABLES = [...BULK_TABLES, ...SMALL_TABLES] as const
type ProjectTable = (typeof PROJECT_TABLES)[number]

export function createProjectRemoval(core: EnvironmentCore): ProjectRemoval {
  return async (projectId, context, { keepScope = false } = {}) => {
    const projectKey = await core.findProjectKey(projectId)
    if (projectKey === null) return { cards: 0 }
    await core.database.write(async (transaction) => {
      // Recorded before the first row goes, so that even an interrupted removal leaves a trace.
      core.audit.append(transaction, context, {
        action: keepScope ? 'project.reset' : 'project.remove_rows',
        target: { type: 'project', id: projectId },
        projectId,
        before: { cards: (await transaction.first(countCards, { projectKey }))?.count ?? 0 },
        after: { cards: 0 },
      })
      return undefined
    })
    const cards = await removeRows(core, projectKey)
    for (const event of [
      { name: 'webhook.changed', data: { projectId, environment: core.name } },
      { name: 'inbox.arrived', data: { projectId } },
    ] as const)
      core.live.publish(event)
    if (keepScope) return { cards }
    await core.database.write(async (transaction) => {
      transaction.note({ about: 'removal', projectId })
      return transaction.run(retireScope, { projectKey, projectId: RETIRED + projectId })
    })
    return { cards }
  }
}

/**
 * A removed project's short key is never reused: work that was under way with it, such as a pull, would write into
 * another project. This sweeps up what such work has left behind.
 */
export async function sweepRetiredProjects(core: EnvironmentCore, goOn: () => boolean): Promise<void> {
  for (const { key } of await core.database.all(retiredScopes, {})) if (goOn()) await removeRows(core, key, goOn)
}

/** Marks a removed project's ID in its scope. */
const RETIRED = 'removed:'

/** Returns how many cards were removed. */
async function removeRows(core: EnvironmentCore, projectKey: number, goOn = () => true): Promise<number> {
  let cards = 0
  for (const table of PROJECT_TABLES) {
    const rows = await inSlices(core.database, (transaction) => transaction.run(REMOVALS[table], { projectKey }), {
      sliceMs: SHORT_SLICE_MS,
      goOn,
      eachSlice: (transaction) => {
        transaction.note({ about: 'webhook' })
        if (table === 'card' || table === 'delivery') transaction.note({ about: table, projectKey, id: null })
      },
    })
    if (table === 'card') cards = rows
  }
  return cards
}

/** Rows per statement: with a dozen indexes each, a card takes some hundred microseconds. */
const ROWS_AT_ONCE = 10

const builder = queryBuilder<EnvironmentSchema>()

type Removal = PreparedQuery<{ projectKey: number }, unknown>

const REMOVALS = Object.fromEntries([
  ...BULK_TABLES.map((table) => [table, bulkRemoval(table)]),
  ...SMALL_TABLES.map((table) => [table, smallRemoval(table)]),
]) as Record<ProjectTable, Removal>

function bulkRemoval(table: (typeof BULK_TABLES)[number]): Removal {
  return prepareQuery<{ projectKey: number }>()(`remove ${table}`, (parameter) =>
    builder
      .deleteFrom(table)
      .where(
        'seq',
        'in',
        builder.selectFrom(table).select('seq').where('project_key', '=', parameter('projectKey')).limit(ROWS_AT_ONCE),
      ),
  )
}

function smallRemoval(table: (typeof SMALL_TABLES)[number]): Removal {
  return prepareQuery<{ projectKey: number }>()(`remove ${table}`, (parameter) =>
    builder.deleteFrom(table).where('project_key', '=', parameter('projectKey')),
  )
}

const countCards = prepareQuery<{ projectKey: number }>()('cards of project', (parameter) =>
  builder
    .selectFrom('card_count')
    .select(({ fn, lit }) => fn.coalesce(fn.sum<number>('count'), lit(0)).as('count'))
    .where('project_key', '=', parameter('projectKey')),
)

const retireScope = prepareQuery<{ projectKey: number; projectId: string }>()('retire project scope', (parameter) =>
  builder
    .updateTable('project_scope')
    .set({ project_id: parameter('projectId') })
    .where('key', '=', parameter('projectKey')),
)

const retiredScopes = prepareQuery<object>()('retired project scopes', () =>
  builder.selectFrom('project_scope').select('key').where('project_id', 'like', `${RETIRED}%`),
)
