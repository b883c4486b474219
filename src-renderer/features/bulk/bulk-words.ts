import { NOTHING_GIVEN, PAIR_PROBLEMS, type BulkJob, type BulkResult } from '../../../src-main/domain/cards/bulk.ts'
import { MISSING } from '../../../src-main/domain/cards/card-fields.ts'
import { formatNumber, plural, text, textIfKnown, type MessageKey } from '../../locales/messages.ts'

const ROW_PROBLEMS: Readonly<Record<string, MessageKey>> = {
  [MISSING.licensePlate]: 'bulk.reason.licensePlate',
  [MISSING.driver]: 'bulk.reason.driver',
  [NOTHING_GIVEN]: 'bulk.reason.nothing',
  [PAIR_PROBLEMS.unknown]: 'bulk.reason.replaced.unknown',
  [PAIR_PROBLEMS.repeated]: 'bulk.reason.replaced.repeated',
  [PAIR_PROBLEMS.differs]: 'bulk.reason.replaced.differs',
}

/** Why a card was refused or skipped; translated if the code has a translation. */
export function reasonWords({ code, reason, message }: Pick<BulkResult, 'code' | 'reason' | 'message'>): string {
  if (code === null) return message ?? ''
  const words = textIfKnown(code.startsWith('skip.') ? code : `code.${reason ?? code.replace('error.', '')}`)
  if (words === null) return message ?? code
  // The reason for a value is more precise than "invalid".
  const problem = code === 'error.validation' && message !== null ? ROW_PROBLEMS[message] : undefined
  if (problem !== undefined) return text(problem)
  return code === 'error.validation' && message !== null ? `${words}: ${message}` : words
}

/** What a job does or did, named by its consequence. */
export function jobTitle(job: Pick<BulkJob, 'command' | 'state' | 'total' | 'handsOver'>): string {
  const isOver = job.state === 'done' || job.state === 'cancelled'
  const title = plural(`${isOver ? 'job.over' : 'job.doing'}.${deedOf(job)}`, job.total)
  return job.command === 'activate' && job.handsOver > 0 && job.handsOver < job.total
    ? text('job.someHandOver', { title, count: formatNumber(job.handsOver) })
    : title
}

/** The command, or that all its cards take the place of others. */
export function deedOf({
  command,
  total,
  handsOver,
}: Pick<BulkJob, 'command' | 'total' | 'handsOver'>): BulkJob['command'] | 'handOver' {
  return command === 'activate' && handsOver > 0 && handsOver === total ? 'handOver' : command
}

/** The undo button's words: an activation cannot be undone, but its cards can be disabled. */
export function undoWords({ command, handsOver }: Pick<BulkJob, 'command' | 'handsOver'>): string {
  return command === 'activate' && handsOver === 0 ? text('job.undo.activate') : text('undo')
}

export function isUndoable(job: BulkJob, now: number): boolean {
  return job.undoableUntil !== null && !job.undone && job.succeeded > 0 && Date.parse(job.undoableUntil) > now
}
