import type { AuditAction } from '../../domain/audit.ts'
import { bySystem, type ChangeContext } from '../kernel/change-context.ts'
import type { ControlCore, ControlTransaction } from '../kernel/control-core.ts'
import { ofDeadInstance } from '../../database/primitives.ts'
import { livingNow } from '../kernel/cluster/member.ts'
import { createDutyLease } from '../kernel/cluster/duty-lease.ts'
import { createDuty, type Duty } from '../kernel/duties.ts'
import type { Logger } from '../kernel/ports.ts'
import { announce, readApproval } from './approval-store.ts'
import { tellDecided } from './tell-people.ts'

type Decision = 'approved' | 'declined' | 'withdrawn' | 'expired' | 'void'

const ACTIONS: Record<Decision, AuditAction> = {
  approved: 'approval.approve',
  declined: 'approval.decline',
  withdrawn: 'approval.withdraw',
  expired: 'approval.expire',
  void: 'approval.void',
}

interface RecordedDecision {
  state: Decision
  answer: string | null
  /** Where it was not noted before. */
  deciderId?: string
  jobId?: string | null
  result?: string | null
  context: ChangeContext
}

/** Ends a request: forgets its input, names both people in the audit log, and tells the asker. */
export async function recordDecision(
  core: ControlCore,
  transaction: ControlTransaction,
  approvalId: string,
  { state, answer, deciderId, jobId = null, result = null, context }: RecordedDecision,
): Promise<void> {
  const row = await readApproval(transaction, approvalId)
  if (row === undefined) return
  const now = core.wallClock.now()
  await transaction.run(
    transaction.build
      .updateTable('approval')
      .set({
        state,
        answer,
        job_id: jobId,
        result,
        input: null,
        decided_at: now.toISOString(),
        ...(deciderId === undefined ? {} : { decider_id: deciderId }),
      })
      .where('id', '=', approvalId),
  )
  core.audit.append(transaction, context, {
    action: ACTIONS[state],
    target: { type: 'approval', id: approvalId },
    projectId: row.project_id,
    after: {
      ...(JSON.parse(row.change) as Record<string, unknown>),
      askerId: row.asker_id,
      ...(row.decider_id === null && deciderId === undefined ? {} : { deciderId: deciderId ?? row.decider_id }),
      ...(jobId === null ? {} : { jobId }),
    },
  })
  if (state !== 'withdrawn') await tellDecided(transaction, row, now)
  announce(transaction, row.project_id)
}

/** Far longer than carrying out takes: what is still under way after this was interrupted. */
const INTERRUPTED_MS = 10 * 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000
/** How long a decided request can be looked at; the audit log keeps it longer. */
const KEEP_MS = 90 * DAY_MS
/** A secret that nobody collected is forgotten. */
const COLLECT_MS = 3 * DAY_MS
const EVERY_MS = 60_000

/** Ends what lapsed, and what an end of the service interrupted; forgets what is old. */
export function createApprovalEnds(core: ControlCore, logger: Logger, runsWork: boolean): Duty {
  const { database, wallClock } = core
  return createDuty({
    failure: 'requests could not be ended',
    logger,
    ...(runsWork ? { everyMs: EVERY_MS, firstInMs: 0 } : {}),
    lease: createDutyLease(core, 'approvals'),
    run: async (_signal, term) => {
      const fenced = term.of(core)
      const now = wallClock.now()
      const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
      const { build } = database
      const { own, livingSince } = livingNow(core)
      const due = await database.all(
        build
          .selectFrom('approval')
          .select(['id', 'state'])
          .where((either) =>
            either.or([
              either.and([either('state', '=', 'waiting'), either('expires_at', '<=', now.toISOString())]),
              either.and([
                either('state', '=', 'deciding'),
                either.or([
                  either('decided_at', '<', before(INTERRUPTED_MS)),
                  ...(runsWork ? [ofDeadInstance('lease_owner_id', own, livingSince)] : []),
                ]),
              ]),
            ]),
          )
          .limit(100),
      )
      const old = await database.first(
        build
          .selectFrom('approval')
          .select('id')
          .where((either) =>
            either.or([
              either('asked_at', '<', before(KEEP_MS)),
              either.and([either('result', 'is not', null), either('decided_at', '<', before(COLLECT_MS))]),
            ]),
          )
          .limit(1),
      )
      if (due.length === 0 && old === undefined) return
      await fenced.database.write(async (transaction) => {
        for (const { id, state } of due) {
          const row = await readApproval(transaction, id)
          // Another instance was faster.
          if (row?.state !== state) continue
          await recordDecision(core, transaction, id, {
            state: state === 'waiting' ? 'expired' : 'void',
            answer: state === 'waiting' ? null : INTERRUPTED,
            context: bySystem(),
          })
        }
        await transaction.run(
          transaction.build
            .updateTable('approval')
            .set({ result: null })
            .where('result', 'is not', null)
            .where('decided_at', '<', before(COLLECT_MS)),
        )
        await transaction.run(transaction.build.deleteFrom('approval').where('asked_at', '<', before(KEEP_MS)))
      })
    },
  })
}

const INTERRUPTED = 'The service ended while it was carried out; look whether the change was made'
