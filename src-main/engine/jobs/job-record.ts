import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { EnvironmentTransaction } from '../environment.ts'
import { newUuid, timedId } from '../ids.ts'

/** Work to be done later, written in the transaction of the change that asks for it. */
export interface JobRecord {
  kind: 'push'
  projectKey: number
  /** Jobs of one lane run in order, one at a time. */
  lane: string
  payload: unknown
  /** ISO 8601. */
  createdAt: string
}

/** Records a job that is due at once; returns its id. Its reference makes the other side act only once. */
export function recordJob(transaction: EnvironmentTransaction, job: JobRecord): string {
  const id = timedId('job_')
  transaction.run(insertJob, { id, kind: job.kind, projectKey: job.projectKey, lane: job.lane, reference: newUuid(), payload: JSON.stringify(job.payload), createdAt: job.createdAt })
  return id
}

const insertJob = prepareQuery<{ id: string; kind: string; projectKey: number; lane: string; reference: string; payload: string; createdAt: string }>()('insert job', (parameter) =>
  queryBuilder<EnvironmentSchema>().insertInto('job').values({
    id: parameter('id'),
    project_key: parameter('projectKey'),
    kind: parameter('kind'),
    lane: parameter('lane'),
    reference: parameter('reference'),
    payload: parameter('payload'),
    state: 'queued',
    due_at: parameter('createdAt'),
    created_at: parameter('createdAt'),
    lease_until: null,
    error: null,
    finished_at: null,
  }),
)
