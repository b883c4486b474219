import type { WorkKind } from '../../database/change-notes.ts'
import type { EnvironmentCore } from './environment-core.ts'

/** What to do about each kind of change note. */
interface NoteListeners {
  /** Called at most once per turn of the event loop, however many commits noted such work. */
  work: Readonly<Record<WorkKind, () => void>>
  /** Called at once, before anything read ahead can be used. */
  webhook(): void
  /** Called at once; then pushes and the agenda are woken. */
  connection(projectKey: number): void
}

/** Wakes runners according to the notes of each commit, so that writers need not know them. Returns how to stop. */
export function listenToNotes(core: EnvironmentCore, listeners: NoteListeners): () => void {
  const due = new Set<WorkKind>()
  const kinds = Object.keys(listeners.work) as WorkKind[]
  // The commit is done: a listener's error must not make it look failed.
  const guarded = (act: () => void) => {
    try {
      act()
    } catch (error) {
      core.logger.log('error', 'a change was not acted on', { environment: core.name, error: String(error) })
    }
  }
  const wakeDue = () => {
    const woken = [...due]
    due.clear()
    for (const kind of woken) guarded(listeners.work[kind])
  }
  const expect = (kind: WorkKind) => {
    if (due.size === 0) setImmediate(wakeDue)
    due.add(kind)
  }
  return core.database.onChanges((notes) => {
    for (const note of notes) {
      if (note.about === 'work') for (const kind of note.kind === 'any' ? kinds : [note.kind]) expect(kind)
      else if (note.about === 'webhook') guarded(listeners.webhook)
      else if (note.about === 'connection') {
        guarded(() => listeners.connection(note.projectKey))
        expect('push')
        expect('agenda')
      }
    }
  })
}
