import type { BulkJob } from '../../domain/cards/bulk.ts'
import type { CardReason } from '../../domain/cards/card-reason.ts'
import { ServiceError } from '../../domain/errors.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { ChangeContext } from '../kernel/change-context.ts'
import type { EnvironmentCore, EnvironmentTransaction } from '../kernel/environment-core.ts'
import { opaqueId } from '../kernel/ids.ts'
import { eachInSlices } from '../kernel/slices.ts'
import { noteStep } from './bulk-note.ts'
import type { Target } from './bulk-target.ts'
import { BULK_JOB, bulkJobById, bulkJobOf, insertItem, queueJob } from './bulk-store.ts'
import { removeBulkJob } from './bulk-prune.ts'

/** A bulk command before its job is written. */
export interface JobPlan {
  projectId: string
  command: BulkJob['command']
  context: ChangeContext
  cardReason?: CardReason | null
  until?: string | null
  /** The audit action for its start; `of` is the job that it undoes or retries. */
  action: 'cards.bulk_start' | 'cards.bulk_undo' | 'cards.bulk_retry'
  of?: string
  /** Runs in the transaction that completes the preparation. */
  seal?: (transaction: EnvironmentTransaction, jobId: string) => Promise<void>
}

/** What is stored per card. For an undo, `revision` is the one at which the card may still be changed back. */
export type PlannedItem = Omit<Target, 'status' | 'present' | 'replaces'> & {
  replaces: { cardId: string } | null
  revision?: number | null
}

/**
 * Writes a job and its items in slices, and queues it with the last slice. If interrupted, the job counts as never
 * started, and its rows are removed, here or at the next start.
 *
 * @param goOn false once the service is stopping
 */
export async function prepareJob(
  core: EnvironmentCore,
  plan: JobPlan,
  items: AsyncIterable<PlannedItem[]>,
  goOn: () => boolean,
): Promise<BulkJob> {
  const id = opaqueId('bulk_')
  const { seq, projectKey } = await core.database.write((transaction) => beginJob(core, transaction, id, plan))
  try {
    const counts = { total: 0, failed: 0, handsOver: 0 }
    for await (const chunk of items) {
      await writeItems(core, chunk, { seq, projectKey, before: counts.total }, goOn)
      counts.total += chunk.length
      counts.handsOver += chunk.filter(({ replaces }) => replaces !== null).length
      counts.failed += chunk.filter(({ refusal }) => refusal !== null).length
    }
    return await core.database.write((transaction) => sealJob(core, transaction, id, plan, { projectKey, ...counts }))
  } catch (error) {
    await removeBulkJob(core, seq, goOn)
    throw error
  }
}

async function beginJob(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  id: string,
  { projectId, command, context, cardReason = null, until = null, action, of }: JobPlan,
): Promise<{ seq: number; projectKey: number }> {
  const projectKey = await core.projectKey(transaction, projectId)
  const { build } = transaction
  await transaction.run(
    build.insertInto('bulk_job').values({
      id,
      project_key: projectKey,
      command,
      state: 'preparing',
      owner_id: core.instanceId,
      actor_type: context.actor.type,
      actor_id: context.actor.id,
      actor_name: context.actor.name,
      channel: context.channel,
      reason: context.reason ?? null,
      card_reason: cardReason,
      until,
      started_at: core.wallClock.now().toISOString(),
      undoes: action === 'cards.bulk_undo' ? (of ?? null) : null,
    }),
  )
  const made = await transaction.first(build.selectFrom('bulk_job').select('seq').where('id', '=', id))
  if (made === undefined) throw new Error('The bulk job that was just written is not there')
  return { seq: made.seq, projectKey }
}

async function writeItems(
  core: EnvironmentCore,
  items: PlannedItem[],
  job: { seq: number; projectKey: number; before: number },
  goOn: () => boolean,
): Promise<void> {
  const written = await eachInSlices(
    core.database,
    items,
    (transaction, item, index) =>
      transaction.run(insertItem, {
        project_key: job.projectKey,
        job_seq: job.seq,
        position: job.before + index + 1,
        card_id: item.cardId,
        card_number: item.cardNumber,
        license_plate: item.licensePlate,
        driver: item.driver,
        own_fields: Object.keys(item.own).length === 0 ? null : JSON.stringify(item.own),
        outcome: item.refusal === null ? null : 'refused',
        code: item.refusal?.code ?? null,
        message: item.refusal?.message ?? null,
        revision: item.revision ?? null,
        replaces_card_id: item.replaces?.cardId ?? null,
      }),
    { goOn },
  )
  if (written.length < items.length) throw new ServiceError('error.unavailable')
}

async function sealJob(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  id: string,
  plan: JobPlan,
  counts: { projectKey: number; total: number; failed: number; handsOver: number },
): Promise<BulkJob> {
  await transaction.run(openJob, { id, total: counts.total, failed: counts.failed, handsOver: counts.handsOver })
  const row = await transaction.first(bulkJobById, { id })
  // The project was deleted meanwhile.
  if (row === undefined) throw new ServiceError('error.project_not_found')
  await transaction.run(queueJob, {
    id,
    projectKey: counts.projectKey,
    lane: String(counts.projectKey),
    at: core.clock.now().toISOString(),
  })
  transaction.note({ about: 'work', kind: BULK_JOB })
  await plan.seal?.(transaction, id)
  core.audit.append(transaction, plan.context, {
    action: plan.action,
    target: { type: 'bulk_job', id },
    projectId: plan.projectId,
    after: {
      command: plan.command,
      ...(counts.handsOver > 0 ? { handsOver: counts.handsOver } : {}),
      ...(plan.cardReason ? { reason: plan.cardReason } : {}),
      ...(plan.until ? { until: plan.until } : {}),
      total: counts.total,
      ...(plan.of === undefined ? {} : { of: plan.of }),
    },
  })
  const job = bulkJobOf(row, plan.projectId)
  noteStep(core, transaction, job)
  return job
}

/** Items refused during the preparation count as done. */
const openJob = prepareQuery<{ id: string; total: number; failed: number; handsOver: number }>()(
  'open bulk job',
  (parameter) =>
    queryBuilder<EnvironmentSchema>()
      .updateTable('bulk_job')
      .set({
        state: 'queued',
        total: parameter('total'),
        done: parameter('failed'),
        failed: parameter('failed'),
        hands_over: parameter('handsOver'),
      })
      .where('id', '=', parameter('id')),
)
