import type { Channel } from '../../domain/access.ts'
import type { ApprovalState } from '../../domain/approvals/approval.ts'
import type { ApprovalSubject } from '../../domain/approvals/approval-subject.ts'
import type { LaterColumn } from './columns.ts'

/** What waits for a second person. */
export interface ApprovalTables {
  approval_rule: { project_id: string; enabled: number; bulk_over: number }
  approval: {
    id: string
    project_id: string | null
    subject: ApprovalSubject
    call: string
    input: string | null
    change: string
    digest: string
    reason: string
    channel: Channel
    state: ApprovalState
    asker_id: string
    asked_at: string
    expires_at: string
    decider_id: LaterColumn
    decided_at: LaterColumn
    answer: LaterColumn
    job_id: LaterColumn
    result: LaterColumn
    lease_owner_id: LaterColumn
  }
}
