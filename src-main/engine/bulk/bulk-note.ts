import type { BulkJob } from '../../domain/cards/bulk.ts'
import type { ChangeNote } from '../../database/change-notes.ts'
import type { EnvironmentCore, EnvironmentTransaction } from '../kernel/environment-core.ts'

/** Leaves a step of a job for every instance over the store; where there is one only, `BulkWatch` is enough. */
export function noteStep(core: EnvironmentCore, transaction: EnvironmentTransaction, job: BulkJob): void {
  if (!core.database.isShared) return
  const data = { projectId: job.projectId, environment: core.name, job }
  transaction.note({ about: 'event', event: { name: 'job.progressed', data } })
}

/** The steps among the notes of a commit. */
export function notedSteps(notes: readonly ChangeNote[]): BulkJob[] {
  return notes.flatMap((note) =>
    note.about === 'event' && note.event.name === 'job.progressed' ? [note.event.data.job] : [],
  )
}
