import type { Selectable } from 'kysely'
import { literal } from '../../database/primitives.ts'
import type { SyncRunView } from '../../domain/sync/provider.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'

export type SyncRunRow = Selectable<EnvironmentSchema['sync_run']>

export function runViewOf(row: SyncRunRow): SyncRunView {
  return {
    id: row.id,
    kind: row.kind,
    source: row.source,
    state: row.state,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    pages: row.pages,
    created: row.created,
    updated: row.updated,
    unchanged: row.unchanged,
    failed: row.failed,
    error: row.error,
    missing: row.missing,
    failureKind: row.failure_kind,
    refusedKept: row.refused_kept,
  }
}

const builder = queryBuilder<EnvironmentSchema>()

export const runById = prepareQuery<{ id: string }>()('sync run', (parameter) =>
  builder.selectFrom('sync_run').selectAll().where('id', '=', parameter('id')),
)

export const lastRun = prepareQuery<{ projectKey: number }>()('last sync run', (parameter) =>
  builder
    .selectFrom('sync_run')
    .selectAll()
    .where('project_key', '=', parameter('projectKey'))
    .orderBy('seq', 'desc')
    .limit(1),
)

/** The last pull, finished or interrupted, which the next one may continue. */
export const lastPull = prepareQuery<{ projectKey: number }>()('last pull', (parameter) =>
  builder
    .selectFrom('sync_run')
    .selectAll()
    .where('project_key', '=', parameter('projectKey'))
    .where('kind', '=', 'pull')
    .orderBy('seq', 'desc')
    .limit(1),
)

export const runsOfProject = prepareQuery<{ projectKey: number; limit: number; offset: number }>()(
  'sync runs',
  (parameter) =>
    builder
      .selectFrom('sync_run')
      .selectAll()
      .where('project_key', '=', parameter('projectKey'))
      .orderBy('seq', 'desc')
      .limit(parameter('limit'))
      .offset(parameter('offset')),
)

export const countRuns = prepareQuery<{ projectKey: number }>()('number of sync runs', (parameter) =>
  builder
    .selectFrom('sync_run')
    .select((count) => count.fn.countAll<number>().as('count'))
    .where('project_key', '=', parameter('projectKey')),
)

/** The condition is a literal so that the partial index applies. */
export const runningRuns = prepareQuery<object>()('running sync runs', () =>
  builder.selectFrom('sync_run').selectAll().where('state', '=', literal('running')),
)

export const runningRunsOf = prepareQuery<{ projectKey: number }>()('running sync runs of project', (parameter) =>
  builder
    .selectFrom('sync_run')
    .selectAll()
    .where('project_key', '=', parameter('projectKey'))
    .where('state', '=', literal('running')),
)

/** What a run has done so far, or in one slice. */
export interface SyncCounts {
  pages: number
  created: number
  updated: number
  unchanged: number
  failed: number
}

export const addCounts = prepareQuery<SyncCounts & { seq: number; refusedKept: number }>()(
  'add to sync counts',
  (parameter) =>
    builder
      .updateTable('sync_run')
      .set((row) => ({
        pages: row('pages', '+', parameter('pages')),
        created: row('created', '+', parameter('created')),
        updated: row('updated', '+', parameter('updated')),
        unchanged: row('unchanged', '+', parameter('unchanged')),
        failed: row('failed', '+', parameter('failed')),
        refused_kept: row('refused_kept', '+', parameter('refusedKept')),
      }))
      .where('seq', '=', parameter('seq')),
)

export const clearCounts = prepareQuery<{ seq: number }>()('clear sync counts', (parameter) =>
  builder
    .updateTable('sync_run')
    .set({ pages: 0, created: 0, updated: 0, unchanged: 0, failed: 0, refused_kept: 0 })
    .where('seq', '=', parameter('seq')),
)

export const writeResume = prepareQuery<{ seq: number; resume: string | null }>()('write sync position', (parameter) =>
  builder
    .updateTable('sync_run')
    .set({ resume: parameter('resume') })
    .where('seq', '=', parameter('seq')),
)
