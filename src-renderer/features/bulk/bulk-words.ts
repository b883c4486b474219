import type { BulkJob, BulkResult } from '../../../src-main/domain/cards/bulk.ts'
import { MISSING } from '../../../src-main/domain/card.ts'
import { plural, text, textIfKnown, type MessageKey } from '../../locales/messages.ts'

const MISSING_WORDS: Readonly<Record<string, MessageKey>> = {
  [MISSING.licensePlate]: 'bulk.reason.licensePlate',
  [MISSING.driver]: 'bulk.reason.driver',
}

/** Why a card was refused or skipped; translated if the code has a translation. */
export function reasonWords({ code, reason, message }: Pick<BulkResult, 'code' | 'reason' | 'message'>): string {
  if (code === null) return message ?? ''
  const words = textIfKnown(code.startsWith('skip.') ? code : `code.${reason ?? code.replace('error.', '')}`)
  if (words === null) return message ?? code
  // The reason for a value is more precise than "invalid".
  const missing = code === 'error.validation' && message !== null ? MISSING_WORDS[message] : undefined
  if (missing !== undefined) return text(missing)
  return code === 'error.validation' && message !== null ? `${words}: ${message}` : words
}

/** What a job does or did, named by its consequence. */
export function jobTitle(job: Pick<BulkJob, 'command' | 'state' | 'total'>): string {
  const isOver = job.state === 'done' || job.state === 'cancelled'
  return plural(`${isOver ? 'job.over' : 'job.doing'}.${job.command}`, job.total)
}

/** The undo button's words: an activation cannot be undone, but its cards can be disabled. */
export function undoWords(command: BulkJob['command']): string {
  return command === 'activate' ? text('job.undo.activate') : text('undo')
}

export function isUndoable(job: BulkJob, now: number): boolean {
  return job.undoableUntil !== null && !job.undone && job.succeeded > 0 && Date.parse(job.undoableUntil) > now
}
