import type { LiveEvent } from '../domain/desk/live-event.ts'

/** What a unit of work publishes after its commit. `projectKey` is the project's short key; a null id means many. */
export type ChangeNote =
  | { about: 'card' | 'delivery'; projectKey: number; id: string | null }
  | { about: 'event'; event: LiveEvent }
  /** Work of this kind is due, now or later; `any` when due times have moved altogether. */
  | { about: 'work'; kind: WorkKind | 'any' }
  /** A webhook changed, or its pending deliveries did. */
  | { about: 'webhook' }
  /** A mail is to be sent. */
  | { about: 'mail' }
  /** A provider was connected, disconnected or rescheduled, or takes changes again. */
  | { about: 'connection'; projectKey: number }
  /** A project's run began, was recorded or ended, or is to end. */
  | { about: 'run'; projectKey: number }
  /** The sandbox clock was moved: its offset now, and how often it has been moved; earlier versions did not count. */
  | { about: 'clock'; offsetMs: number; move?: number | undefined }
  /** A project's rows and its short key are gone. */
  | { about: 'removal'; projectId: string }
  /** A file in transit was discarded; null for all. */
  | { about: 'transit'; fileId: string | null }

/** Kinds of background work that a change can wake. */
export type WorkKind = 'delivery' | 'push' | 'bulk' | 'ending' | 'agenda'

/** Receives the notes of one commit. */
export type OnChanges = (notes: readonly ChangeNote[]) => void

/** The notes of the current transaction, held until it commits. None are kept while nothing listens. */
export interface ChangeNotes {
  listen(listener: OnChanges): () => void
  add(note: ChangeNote): void
  /** The current position, for `undo`. */
  mark(): number
  /** Drops the notes added since the mark, because their work was rolled back. */
  undo(mark: number): void
  /** Hands the notes to the listeners, once the commit is on disk. */
  publish(): void
}

export function createChangeNotes(): ChangeNotes {
  const listeners = new Set<OnChanges>()
  let notes: ChangeNote[] = []
  return {
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add: (note) => {
      if (listeners.size > 0) notes.push(note)
    },
    mark: () => notes.length,
    undo: (mark) => {
      notes.length = mark
    },
    publish: () => {
      if (notes.length === 0) return
      const published = notes
      notes = []
      for (const listener of listeners) listener(published)
    },
  }
}
