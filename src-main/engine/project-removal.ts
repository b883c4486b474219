import { sql } from 'kysely'
import { prepareQuery, queryBuilder } from '../database/query-builder.ts'
import type { EnvironmentSchema } from '../database/schema.ts'
import type { ChangeContext } from './cards/card-service.ts'
import type { EnvironmentCore, EnvironmentTransaction } from './environment.ts'
import { SLICE_MS } from './slices.ts'

/**
 * Removes one project's rows from one environment, in slices that let others through; returns how many cards went.
 * Its audit entries stay and get one more. Interrupted, a repetition goes on.
 *
 * With `keepScope` the project goes on empty: the reset of a sandbox. Answers kept for repeated requests are left
 * in either case: they end by themselves within 24 hours.
 */
export type ProjectRemoval = (projectId: string, context: ChangeContext, options?: { keepScope?: boolean }) => Promise<{ cards: number }>

/** Every table with rows of a project, those that point at others first. A card's drift goes with the card. */
export const PROJECT_TABLES = ['event', 'job', 'sync_run', 'card', 'card_count'] as const satisfies readonly (keyof EnvironmentSchema)[]

export function createProjectRemoval(core: EnvironmentCore): ProjectRemoval {
  return async (projectId, context, { keepScope = false } = {}) => {
    const projectKey = core.findProjectKey(projectId)
    if (projectKey === null) return { cards: 0 }
    await core.database.write((transaction) => {
      // Recorded before the first row goes: nothing is ever gone without a word, wherever this is interrupted.
      core.audit.append(transaction, {
        time: core.wallClock.now().toISOString(),
        actor: context.actor,
        channel: context.channel,
        action: keepScope ? 'project.reset' : 'project.remove_rows',
        target: { type: 'project', id: projectId },
        projectId,
        reason: context.reason,
        before: { cards: transaction.first(countCards, { projectKey })?.count ?? 0 },
        after: { cards: 0 },
      })
      return undefined
    })
    const { card } = await removeRows(core, projectKey)
    if (keepScope) return { cards: card }
    await core.database.write((transaction) => transaction.run(retireScope, { projectKey, projectId: RETIRED + projectId }))
    core.forgetProject(projectId)
    return { cards: card }
  }
}

/**
 * A removed project's short key is never given again: work that was under way with it, a pull for example, would
 * write into another project. What such work still left behind is swept up here.
 */
export async function sweepRetiredProjects(core: EnvironmentCore, goOn: () => boolean): Promise<void> {
  for (const { key } of core.database.all(retiredScopes, {})) if (goOn()) await removeRows(core, key)
}

/** Stands before the id of a project that was removed. */
const RETIRED = 'removed:'

type RemovedRows = Record<(typeof PROJECT_TABLES)[number], number>

async function removeRows(core: EnvironmentCore, projectKey: number): Promise<RemovedRows> {
  const removed: RemovedRows = { event: 0, job: 0, sync_run: 0, card: 0, card_count: 0 }
  for (const table of PROJECT_TABLES) {
    for (;;) {
      const rows = await core.database.write((transaction) => removeSlice(transaction, table, projectKey))
      removed[table] += rows
      if (rows === 0) break
    }
  }
  return removed
}

function removeSlice(transaction: EnvironmentTransaction, table: keyof RemovedRows, projectKey: number): number {
  const started = performance.now()
  let removed = 0
  for (;;) {
    const rows = transaction.run(REMOVALS[table], { projectKey })
    removed += rows
    if (rows === 0 || performance.now() - started > SLICE_MS) return removed
  }
}

/** Rows removed by one statement: a card takes some fifty microseconds, with its twelve indexes. */
const ROWS_AT_ONCE = 20

const builder = queryBuilder<EnvironmentSchema>()

const REMOVALS = {
  event: removal('event'),
  job: removal('job'),
  sync_run: removal('sync_run'),
  card: removal('card'),
  card_count: prepareQuery<{ projectKey: number }>()('remove card counts', (parameter) => builder.deleteFrom('card_count').where('project_key', '=', parameter('projectKey'))),
}

function removal(table: 'event' | 'job' | 'sync_run' | 'card') {
  return prepareQuery<{ projectKey: number }>()(`remove ${table}`, (parameter) =>
    builder.deleteFrom(table).where('seq', 'in', builder.selectFrom(table).select('seq').where('project_key', '=', parameter('projectKey')).limit(ROWS_AT_ONCE)),
  )
}

const countCards = prepareQuery<{ projectKey: number }>()('cards of project', (parameter) =>
  builder
    .selectFrom('card_count')
    .select(sql<number>`coalesce(sum(count), 0)`.as('count'))
    .where('project_key', '=', parameter('projectKey')),
)

const retireScope = prepareQuery<{ projectKey: number; projectId: string }>()('retire project scope', (parameter) =>
  builder.updateTable('project_scope').set({ project_id: parameter('projectId') }).where('key', '=', parameter('projectKey')),
)

const retiredScopes = prepareQuery<object>()('retired project scopes', () => builder.selectFrom('project_scope').select('key').where('project_id', 'like', `${RETIRED}%`))
