import { CLAIM_WORDS } from '../../../domain/cards/at-provider.ts'
import type { BulkJob, BulkResult } from '../../../domain/cards/bulk.ts'
import { count, facts, groupedNumber, shortTime, table } from '../../output/table.ts'

export function describeJob(job: BulkJob): string {
  return facts([
    ['Job', job.id],
    ['Command', job.undoes === null ? deedOf(job) : `undo of ${job.undoes}`],
    ['Status', job.state],
    ['Cards', `${count(job.done)} of ${count(job.total)}`],
    ['Done', count(job.succeeded)],
    ['In place of others', job.handsOver === 0 ? null : count(job.handsOver)],
    ['Refused', count(job.failed)],
    ['Left as they were', count(job.skipped)],
    ['Reason', job.cardReason],
    ['Note', job.reason],
    ['Until (UTC)', shortTime(job.until)],
    ['Started (UTC)', shortTime(job.startedAt)],
    ['Ended (UTC)', shortTime(job.finishedAt)],
    ['Undone', job.undoJobId === null ? 'no' : `by ${job.undoJobId}`],
    ['Undo until (UTC)', shortTime(job.undoableUntil)],
  ])
}

function deedOf({ command, handsOver, total }: BulkJob): string {
  return command === 'activate' && handsOver > 0 && handsOver === total ? 'hand over' : command
}

export function describeJobs(jobs: readonly BulkJob[]): string {
  const rows = jobs.map((job) => [
    job.id,
    deedOf(job),
    job.state,
    count(job.total),
    count(job.succeeded),
    count(job.failed),
    count(job.skipped),
    shortTime(job.startedAt),
    job.by.name,
  ])
  return table(
    ['Job', 'Command', 'Status', 'Cards', 'Done', 'Refused', 'Left', 'Started (UTC)', 'By'],
    rows,
    'There was no bulk command yet.',
  )
}

export function describeResults(results: readonly BulkResult[]): string {
  const rows = results.map(({ cardId, cardNumber, outcome, message, claim, providerMessage }) => [
    cardNumber === null ? cardId : groupedNumber(cardNumber),
    outcome,
    [message, claim === null ? null : CLAIM_WORDS[claim], providerMessage].filter((words) => words !== null).join(': '),
  ])
  return table(['Card', 'Outcome', ''], rows, 'There is no result here.')
}
