import type { AuditAction } from '../../domain/audit.ts'
import { UNDO_WINDOW_MS } from '../../domain/cards/bulk.ts'
import type { ChangeContext } from '../kernel/change-context.ts'
import type { EnvironmentCore, EnvironmentTransaction } from '../kernel/environment-core.ts'
import { noteStep } from './bulk-note.ts'
import { bulkJobOf, type BulkJobRow } from './bulk-store.ts'

/** Marks a job as ended, in memory only, and starts its undo window. */
export function endJob(core: EnvironmentCore, job: BulkJobRow, state: 'done' | 'cancelled'): void {
  const now = core.wallClock.now()
  job.state = state
  job.finished_at = now.toISOString()
  if (job.command !== 'undo') job.undoable_until = new Date(now.getTime() + UNDO_WINDOW_MS).toISOString()
}

/** Records the end of a job in the audit log; each card's change has its own entry. */
export async function recordEnd(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  job: BulkJobRow,
  projectId: string,
  action: AuditAction,
  context: ChangeContext,
): Promise<void> {
  core.audit.append(transaction, context, {
    action,
    target: { type: 'bulk_job', id: job.id },
    projectId,
    after: {
      command: job.command,
      total: job.total,
      done: job.done,
      succeeded: job.succeeded,
      failed: job.failed,
      skipped: job.skipped,
    },
  })
  noteStep(core, transaction, bulkJobOf(job, projectId))
}
