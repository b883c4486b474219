import type { Clock } from '../../domain/clock.ts'
import { ServiceError } from '../../domain/errors.ts'

/** A file in the exchange (`file-exchange.ts`). */
export interface Entry {
  readonly id: string
  /** Who may read it, or add to it. */
  readonly owner: string
  readonly kind: 'upload' | 'download'
  readonly name: string
  readonly path: string
  /** For an upload, as announced. */
  readonly sizeBytes: number
  /** How many bytes have been received, or read. */
  received: number
}

/** Keeps track of the files in the exchange: their lifetime, their limits, and the work on them. */
export interface Shelf {
  put(entry: Entry): void
  find(id: string, owner: string): Entry | undefined
  /** Runs work on a file, one at a time; the file stays until the work has ended. Removing it aborts the signal. */
  inTurn<Result>(entry: Entry, work: (entry: Entry, removed: AbortSignal) => Promise<Result> | Result): Promise<Result>
  /** Hides the file at once, and deletes it when the work on it has ended. */
  remove(entry: Entry): Promise<void>
  /** @throws ServiceError `error.unavailable` when the exchange is full */
  makeRoom(sizeBytes: number, owner: string): Promise<void>
  /** Removes files that were not requested for 15 minutes. */
  sweep(): Promise<void>
  /** Removes all files, waiting for the work on them. */
  clear(): Promise<void>
}

const UNUSED_MS = 15 * 60 * 1000
const MOST_BYTES = 1024 * 1024 * 1024
/** Of each person. */
const MOST_FILES = 64

interface Shelved {
  entry: Entry
  usedAt: number
  working: number
  removal: AbortController
  /** Settles with the last work that was queued. */
  turn: Promise<unknown>
}

export function createShelf(wallClock: Clock, removeFile: (path: string) => Promise<void>): Shelf {
  const shelved = new Map<string, Shelved>()
  const now = () => wallClock.now().getTime()
  const take = async (one: Shelved) => {
    shelved.delete(one.entry.id)
    one.removal.abort()
    if (one.working === 0) await removeFile(one.entry.path)
  }
  const sweep = async () => {
    const before = now() - UNUSED_MS
    for (const one of shelved.values()) if (one.working === 0 && one.usedAt < before) await take(one)
  }
  const isFull = (more: number, owner: string) => {
    const entries = [...shelved.values()].map(({ entry }) => entry)
    const own = entries.filter((entry) => entry.owner === owner)
    return own.length >= MOST_FILES || entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, more) > MOST_BYTES
  }
  return {
    put: (entry) => {
      shelved.set(entry.id, {
        entry,
        usedAt: now(),
        working: 0,
        removal: new AbortController(),
        turn: Promise.resolve(),
      })
    },
    find: (id, owner) => {
      const one = shelved.get(id)
      if (one === undefined || one.entry.owner !== owner || (one.working === 0 && one.usedAt < now() - UNUSED_MS))
        return undefined
      return one.entry
    },
    inTurn: async (entry, work) => {
      const one = shelved.get(entry.id)
      if (one === undefined) throw new ServiceError('error.unavailable')
      one.working += 1
      const before = one.turn
      const mine = before.then(() => {
        if (one.removal.signal.aborted) throw new ServiceError('error.unavailable', 'The file was discarded')
        return work(entry, one.removal.signal)
      })
      one.turn = mine.catch(() => {})
      try {
        return await mine
      } finally {
        one.working -= 1
        one.usedAt = now()
        if (one.working === 0 && shelved.get(entry.id) !== one) await removeFile(entry.path)
      }
    },
    remove: async (entry) => {
      const one = shelved.get(entry.id)
      if (one !== undefined) await take(one)
    },
    makeRoom: async (sizeBytes, owner) => {
      await sweep()
      // Downloads that were read to the end are no longer needed.
      for (const one of shelved.values()) {
        if (!isFull(sizeBytes, owner)) return
        if (one.working === 0 && one.entry.kind === 'download' && one.entry.received === one.entry.sizeBytes)
          await take(one)
      }
      if (isFull(sizeBytes, owner))
        throw new ServiceError('error.unavailable', 'Too many files are on their way; try again in a few minutes')
    },
    sweep,
    clear: async () => {
      const all = [...shelved.values()]
      for (const one of all) await take(one)
      await Promise.all(all.map(({ turn }) => turn))
    },
  }
}
