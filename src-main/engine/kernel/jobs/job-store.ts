import type { ExpressionBuilder, Selectable } from 'kysely'
import { locked, ofDeadInstance, skipLocked } from '../../../database/primitives.ts'
import { prepareQuery, queryBuilder, type Parameter } from '../../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../../database/schema.ts'

const builder = queryBuilder<EnvironmentSchema>()

/** What a handler knows about its job. */
const JOB_COLUMNS = [
  'seq',
  'id',
  'project_key',
  'kind',
  'lane',
  'reference',
  'payload',
  'attempt_count',
  'due_at',
  'created_at',
] as const

export type JobRow = Pick<Selectable<EnvironmentSchema['job']>, (typeof JOB_COLUMNS)[number]>

/** The next lane with waiting jobs: one index step per lane, however many jobs wait in it. */
export const nextLane = prepareQuery<{ kind: string; after: string }>()('next job lane', (parameter) =>
  builder
    .selectFrom('job')
    .select('lane')
    .where('kind', '=', parameter('kind'))
    .where('state', '=', 'queued')
    .where('lane', '>', parameter('after'))
    .orderBy('lane')
    .limit(1),
)

/** Claims the jobs of one lane that have been due the longest; returned in no particular order. */
export const claimInLane = prepareQuery<{
  kind: string
  lane: string
  now: string
  limit: number
  ownerId: string
  until: string
}>()('claim jobs of a lane', (parameter) =>
  builder
    .updateTable('job')
    .set(({ eb, lit }) => ({
      state: 'running' as const,
      lease_owner_id: parameter('ownerId'),
      lease_until: parameter('until'),
      attempt_count: eb('attempt_count', '+', lit(1)),
    }))
    .where(
      'seq',
      'in',
      builder
        .selectFrom('job')
        .select('seq')
        .where('kind', '=', parameter('kind'))
        .where('state', '=', 'queued')
        .where('lane', '=', parameter('lane'))
        .where('due_at', '<=', parameter('now'))
        .orderBy('due_at')
        .orderBy('seq')
        .limit(parameter('limit'))
        .$call(skipLocked),
    )
    .returning(JOB_COLUMNS),
)

export const earliestDue = prepareQuery<{ kind: string }>()('earliest due job', (parameter) =>
  builder
    .selectFrom('job')
    .select('due_at')
    .where('kind', '=', parameter('kind'))
    .where('state', '=', 'queued')
    .orderBy('due_at')
    .limit(1),
)

export const earliestDueInLane = prepareQuery<{ kind: string; lane: string }>()(
  'earliest due job of a lane',
  (parameter) =>
    builder
      .selectFrom('job')
      .select('due_at')
      .where('kind', '=', parameter('kind'))
      .where('state', '=', 'queued')
      .where('lane', '=', parameter('lane'))
      .orderBy('due_at')
      .limit(1),
)

/** Puts back a running job only: one cancelled meanwhile stays cancelled. */
export const requeueJob = prepareQuery<{ seq: number; dueAt: string; error: string | null }>()(
  'requeue job',
  (parameter) =>
    builder
      .updateTable('job')
      .set({ state: 'queued', due_at: parameter('dueAt'), error: parameter('error') })
      .where('seq', '=', parameter('seq'))
      .where('state', '=', 'running'),
)

/** A finished job leaves no row: its handler has recorded the outcome. */
export const removeJob = prepareQuery<{ seq: number }>()('remove job', (parameter) =>
  builder.deleteFrom('job').where('seq', '=', parameter('seq')),
)

export const renewLease = prepareQuery<{ seq: number; ownerId: string; until: string }>()('renew lease', (parameter) =>
  builder
    .updateTable('job')
    .set({ lease_until: parameter('until') })
    .where('seq', '=', parameter('seq'))
    .where('state', '=', 'running')
    .where('lease_owner_id', '=', parameter('ownerId')),
)

/** A running job whose lease is ours, as of the attempt that was given it. */
export const heldJob = prepareQuery<{ seq: number; ownerId: string; attempt: number }>()('held job', (parameter) =>
  builder
    .selectFrom('job')
    .select('seq')
    .where('seq', '=', parameter('seq'))
    .where('state', '=', 'running')
    .where('lease_owner_id', '=', parameter('ownerId'))
    .where('attempt_count', '=', parameter('attempt'))
    .$call(locked),
)

/** All running jobs whose leases are an instance's. */
export const heldJobs = prepareQuery<{ kind: string; ownerId: string }>()('held jobs', (parameter) =>
  builder
    .selectFrom('job')
    .select(['seq', 'attempt_count'])
    .where('kind', '=', parameter('kind'))
    .where('state', '=', 'running')
    .where('lease_owner_id', '=', parameter('ownerId')),
)

/** A job of the lane that another instance runs. */
export const runningElsewhere = prepareQuery<{ kind: string; lane: string; ownerId: string }>()(
  'job of a lane that runs elsewhere',
  (parameter) =>
    builder
      .selectFrom('job')
      .select('seq')
      .where('kind', '=', parameter('kind'))
      .where('state', '=', 'running')
      .where('lane', '=', parameter('lane'))
      .where('lease_owner_id', '<>', parameter('ownerId'))
      .limit(1),
)

interface VoidLeases {
  kind: string
  own: string
  livingSince: string
  now: string
  latest: string
}

/** Leases of dead instances, expired ones, and those that end later than any lease granted now. */
function voidLeases(parameter: Parameter<VoidLeases>) {
  return ({ and, or, eb }: ExpressionBuilder<EnvironmentSchema, 'job'>) =>
    and([
      eb('kind', '=', parameter('kind')),
      eb('state', '=', 'running'),
      or([
        ofDeadInstance('lease_owner_id', parameter('own'), parameter('livingSince')),
        eb('lease_until', '<', parameter('now')),
        eb('lease_until', '>', parameter('latest')),
      ]),
    ])
}

export const firstVoidLease = prepareQuery<VoidLeases>()('first void lease', (parameter) =>
  builder.selectFrom('job').select('seq').where(voidLeases(parameter)).limit(1),
)

/** Requeues the jobs of void leases. */
export const releaseVoidLeases = prepareQuery<VoidLeases>()('release void leases', (parameter) =>
  builder.updateTable('job').set({ state: 'queued' }).where(voidLeases(parameter)),
)
