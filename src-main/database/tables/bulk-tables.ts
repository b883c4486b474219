import type { ColumnType, Generated } from 'kysely'
import type { Actor, Channel } from '../../domain/access.ts'
import type { BulkJob, BulkOutcome } from '../../domain/cards/bulk.ts'
import type { CardReason } from '../../domain/cards/card-reason.ts'
import type { LaterColumn, RowNumber } from './columns.ts'

/** Commands on many cards, and the outcome for each card. */
export interface BulkTables {
  bulk_job: {
    seq: RowNumber
    id: string
    project_key: number
    command: BulkJob['command']
    state: BulkJob['state'] | 'preparing'
    actor_type: Actor['type']
    actor_id: string | null
    actor_name: string
    channel: Channel
    reason: string | null
    /** When the opposite command follows, in environment time. */
    until: LaterColumn
    card_reason: ColumnType<CardReason | null, CardReason | null | undefined, CardReason | null>
    total: Generated<number>
    done: Generated<number>
    succeeded: Generated<number>
    failed: Generated<number>
    skipped: Generated<number>
    reached: Generated<number>
    started_at: string
    finished_at: string | null
    undoable_until: string | null
    undoes: string | null
    undo_job_id: string | null
    /** How many of its cards take the place of others; the `command` is `activate`, or undoes one. */
    hands_over: Generated<number>
    /** The instance that prepares it. */
    owner_id: LaterColumn
  }
  bulk_item: {
    seq: RowNumber
    project_key: number
    job_seq: number
    position: number
    card_id: string | null
    card_number: string | null
    license_plate: string | null
    driver: string | null
    outcome: BulkOutcome | null
    code: string | null
    message: string | null
    revision: number | null
    replaces_card_id: LaterColumn
    /** Of an update: the fleet's own fields that it gives, as JSON. */
    own_fields: LaterColumn
  }
}
