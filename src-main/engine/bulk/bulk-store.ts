import type { Selectable } from 'kysely'
import type { BulkJob } from '../../domain/cards/bulk.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'

const builder = queryBuilder<EnvironmentSchema>()

/** The kind of bulk jobs in the job queue. */
export const BULK_JOB = 'bulk'

export type BulkJobRow = Selectable<EnvironmentSchema['bulk_job']>

/** The job as callers see it. `bulkJobById` hides jobs that are still being prepared. */
export function bulkJobOf(row: BulkJobRow, projectId: string): BulkJob {
  return {
    id: row.id,
    projectId,
    command: row.command,
    reason: row.reason,
    cardReason: row.card_reason,
    until: row.until,
    handsOver: row.hands_over,
    by: { type: row.actor_type, name: row.actor_name },
    state: row.state === 'preparing' ? 'queued' : row.state,
    total: row.total,
    done: row.done,
    succeeded: row.succeeded,
    failed: row.failed,
    skipped: row.skipped,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    undoableUntil: row.undoable_until,
    undone: row.undo_job_id !== null,
    undoJobId: row.undo_job_id,
    undoes: row.undoes,
  }
}

export const bulkJobById = prepareQuery<{ id: string }>()('bulk job by id', (parameter) =>
  builder.selectFrom('bulk_job').selectAll().where('id', '=', parameter('id')).where('state', '<>', 'preparing'),
)

/** A project's newest jobs. */
export const bulkJobsOfProject = prepareQuery<{ projectKey: number; limit: number; offset: number }>()(
  'bulk jobs of project',
  (parameter) =>
    builder
      .selectFrom('bulk_job')
      .selectAll()
      .where('project_key', '=', parameter('projectKey'))
      .where('state', '<>', 'preparing')
      .orderBy('seq', 'desc')
      .limit(parameter('limit'))
      .offset(parameter('offset')),
)

export const countBulkJobs = prepareQuery<{ projectKey: number }>()('bulk jobs counted', (parameter) =>
  builder
    .selectFrom('bulk_job')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('project_key', '=', parameter('projectKey'))
    .where('state', '<>', 'preparing'),
)

/** The items after a position, including those refused during the preparation. */
export const itemsAfter = prepareQuery<{ jobSeq: number; after: number; limit: number }>()(
  'bulk items in turn',
  (parameter) =>
    builder
      .selectFrom('bulk_item')
      .select([
        'seq',
        'position',
        'card_id',
        'license_plate',
        'driver',
        'own_fields',
        'outcome',
        'revision',
        'replaces_card_id',
      ])
      .where('job_seq', '=', parameter('jobSeq'))
      .where('position', '>', parameter('after'))
      .orderBy('position')
      .limit(parameter('limit')),
)

export type BulkItemRow = Pick<
  Selectable<EnvironmentSchema['bulk_item']>,
  | 'seq'
  | 'position'
  | 'card_id'
  | 'license_plate'
  | 'driver'
  | 'own_fields'
  | 'outcome'
  | 'revision'
  | 'replaces_card_id'
>

type ItemOutcome = Pick<Selectable<EnvironmentSchema['bulk_item']>, 'seq' | 'outcome' | 'code' | 'message' | 'revision'>

export const writeOutcome = prepareQuery<ItemOutcome>()('bulk item outcome', (parameter) =>
  builder
    .updateTable('bulk_item')
    .set({
      outcome: parameter('outcome'),
      code: parameter('code'),
      message: parameter('message'),
      revision: parameter('revision'),
    })
    .where('seq', '=', parameter('seq')),
)

type JobProgress = Pick<
  BulkJobRow,
  'seq' | 'state' | 'done' | 'succeeded' | 'failed' | 'skipped' | 'reached' | 'finished_at' | 'undoable_until'
>

export const writeProgress = prepareQuery<JobProgress>()('bulk job progress', (parameter) =>
  builder
    .updateTable('bulk_job')
    .set({
      state: parameter('state'),
      done: parameter('done'),
      succeeded: parameter('succeeded'),
      failed: parameter('failed'),
      skipped: parameter('skipped'),
      reached: parameter('reached'),
      finished_at: parameter('finished_at'),
      undoable_until: parameter('undoable_until'),
    })
    .where('seq', '=', parameter('seq')),
)

type NewItem = Pick<
  Selectable<EnvironmentSchema['bulk_item']>,
  | 'project_key'
  | 'job_seq'
  | 'position'
  | 'card_id'
  | 'card_number'
  | 'license_plate'
  | 'driver'
  | 'own_fields'
  | 'outcome'
  | 'code'
  | 'message'
  | 'revision'
  | 'replaces_card_id'
>

export const insertItem = prepareQuery<NewItem>()('insert bulk item', (parameter) =>
  builder.insertInto('bulk_item').values({
    project_key: parameter('project_key'),
    job_seq: parameter('job_seq'),
    position: parameter('position'),
    card_id: parameter('card_id'),
    card_number: parameter('card_number'),
    license_plate: parameter('license_plate'),
    driver: parameter('driver'),
    own_fields: parameter('own_fields'),
    outcome: parameter('outcome'),
    code: parameter('code'),
    message: parameter('message'),
    revision: parameter('revision'),
    replaces_card_id: parameter('replaces_card_id'),
  }),
)

/** Adds a job to the queue, whose lanes make projects take turns and keep a project's jobs in order. */
export const queueJob = prepareQuery<{ id: string; projectKey: number; lane: string; at: string }>()(
  'queue bulk job',
  (parameter) =>
    builder.insertInto('job').values({
      id: parameter('id'),
      project_key: parameter('projectKey'),
      kind: BULK_JOB,
      lane: parameter('lane'),
      reference: parameter('id'),
      payload: '{}',
      state: 'queued',
      due_at: parameter('at'),
      created_at: parameter('at'),
      error: null,
      finished_at: null,
    }),
)
