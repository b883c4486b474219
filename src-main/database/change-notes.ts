import type { LiveEvent } from '../domain/desk/live-event.ts'

/** What a work publishes once it is on disk. `projectKey` is the project's short key; a null id stands for many. */
export type ChangeNote =
  | { about: 'card' | 'delivery'; projectKey: number; id: string | null }
  | { about: 'event'; event: LiveEvent }
  /** There is work of this kind, now or later; `any` when due times moved altogether. */
  | { about: 'work'; kind: WorkKind | 'any' }
  /** A webhook changed, or its pending deliveries did. */
  | { about: 'webhook' }
  /** A provider was connected, disconnected or rescheduled, or takes changes again. */
  | { about: 'connection'; projectKey: number }

/** What runs in the background: jobs by their kind, and more. */
export type WorkKind = 'delivery' | 'push' | 'bulk' | 'ending' | 'agenda'

/** Receives what was committed together. */
export type OnChanges = (notes: readonly ChangeNote[]) => void

/** The notes of the current transaction. Without listeners, none are kept. */
export interface ChangeNotes {
  listen(listener: OnChanges): () => void
  add(note: ChangeNote): void
  /** How many there are, for `undo`. */
  mark(): number
  /** Forgets what was added since the mark, because its work was undone. */
  undo(mark: number): void
  /** The commit is on disk. */
  tell(): void
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
    tell: () => {
      if (notes.length === 0) return
      const told = notes
      notes = []
      for (const listener of listeners) listener(told)
    },
  }
}
