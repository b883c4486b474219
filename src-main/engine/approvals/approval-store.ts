import type { Selectable } from 'kysely'
import { approvalChangeSchema, type Approval } from '../../domain/approvals/approval.ts'
import { UNNAMED, type CallPerson } from '../../domain/people/caller.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { ControlSchema } from '../../database/schema.ts'
import type { Session } from '../../database/store.ts'
import type { ControlTransaction } from '../kernel/control-core.ts'

export type ApprovalRow = Selectable<ControlSchema['approval']> & {
  asker_name: string
  decider_name: string | null
}

/** A request with the names of both people. */
export async function readApproval(
  session: Session<ControlSchema>,
  approvalId: string,
): Promise<ApprovalRow | undefined> {
  return session.first(approvals(session).where('approval.id', '=', approvalId))
}

/** The newest requests of a project, and those that concern every project, waiting ones first. */
export async function readApprovals(
  session: Session<ControlSchema>,
  projectId: string,
  limit: number,
): Promise<ApprovalRow[]> {
  const rows = await session.all(
    approvals(session)
      .where((either) =>
        either.or([either('approval.project_id', '=', projectId), either('approval.project_id', 'is', null)]),
      )
      .orderBy('approval.asked_at', 'desc')
      .limit(limit),
  )
  const isOpen = ({ state }: ApprovalRow) => Number(state === 'waiting' || state === 'deciding')
  return rows.toSorted((left, right) => isOpen(right) - isOpen(left))
}

export function approvals({ build }: Session<ControlSchema>) {
  return build
    .selectFrom('approval')
    .innerJoin('person as asker', 'asker.id', 'approval.asker_id')
    .leftJoin('person as decider', 'decider.id', 'approval.decider_id')
    .selectAll('approval')
    .select(['asker.name as asker_name', 'decider.name as decider_name'])
}

/** A request as this person sees it. */
export function shownApproval(row: ApprovalRow, viewer: CallPerson, mayDecide: boolean, now: Date): Approval {
  const isOwn = row.asker_id === viewer.id
  const isOver = row.state === 'waiting' && row.expires_at <= now.toISOString()
  const state = isOver ? 'expired' : row.state
  return {
    id: row.id,
    projectId: row.project_id,
    change: approvalChangeSchema.parse(JSON.parse(row.change)),
    reason: row.reason,
    state,
    asker: { id: row.asker_id, name: nameOf(row.asker_name) },
    askedAt: row.asked_at,
    expiresAt: row.expires_at,
    decider: row.decider_id === null ? null : { id: row.decider_id, name: nameOf(row.decider_name ?? '') },
    decidedAt: row.decided_at,
    answer: row.answer,
    jobId: row.job_id,
    hasSecret: isOwn && row.result !== null,
    mayDecide: mayDecide && !isOwn && state === 'waiting',
    isOwn,
  }
}

/** The name that logs record too. */
function nameOf(name: string): string {
  return name === '' ? UNNAMED : name
}

/** Refreshes screens; what concerns every project is announced as such. */
export function announce(transaction: ControlTransaction, projectId: string | null): void {
  transaction.note({
    about: 'event',
    event:
      projectId === null ? { name: 'service.changed', data: {} } : { name: 'approval.changed', data: { projectId } },
  })
}

const builder = queryBuilder<ControlSchema>()

export const askerOfJob = prepareQuery<{ jobId: string }>()('asker of job', (parameter) =>
  builder.selectFrom('approval').select('asker_id').where('job_id', '=', parameter('jobId')),
)

export const openRequests = prepareQuery<{ projectId: string }>()('open requests', (parameter) =>
  builder
    .selectFrom('approval')
    .select(['id', 'input', 'expires_at'])
    .where('input', 'is not', null)
    .where((either) =>
      either.or([either('project_id', '=', parameter('projectId')), either('project_id', 'is', null)]),
    ),
)

export const countWaiting = prepareQuery<{ projectId: string; now: string }>()('approvals waiting', (parameter) =>
  builder
    .selectFrom('approval')
    .select((count) => count.fn.countAll<number>().as('count'))
    .where('state', '=', 'waiting')
    .where('expires_at', '>', parameter('now'))
    .where('project_id', '=', parameter('projectId')),
)
