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

interface Place {
  entry: Entry
  usedAt: number
  working: number
  removal: AbortController
  /** Settles with the last work that was queued. */
  turn: Promise<unknown>
}

export function createShelf(wallClock: Clock, removeFile: (path: string) => Promise<void>): Shelf {
  const places = new Map<string, Place>()
  const now = () => wallClock.now().getTime()
  const take = async (place: Place) => {
    places.delete(place.entry.id)
    place.removal.abort()
    if (place.working === 0) await removeFile(place.entry.path)
  }
  const sweep = async () => {
    const before = now() - UNUSED_MS
    for (const place of places.values()) if (place.working === 0 && place.usedAt < before) await take(place)
  }
  const isFull = (more: number, owner: string) => {
    const entries = [...places.values()].map(({ entry }) => entry)
    const own = entries.filter((entry) => entry.owner === owner)
    return own.length >= MOST_FILES || entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, more) > MOST_BYTES
  }
  return {
    put: (entry) => {
      places.set(entry.id, {
        entry,
        usedAt: now(),
        working: 0,
        removal: new AbortController(),
        turn: Promise.resolve(),
      })
    },
    find: (id, owner) => {
      const place = places.get(id)
      if (
        place === undefined ||
        place.entry.owner !== owner ||
        (place.working === 0 && place.usedAt < now() - UNUSED_MS)
      )
        return undefined
      return place.entry
    },
    inTurn: async (entry, work) => {
      const place = places.get(entry.id)
      if (place === undefined) throw new ServiceError('error.unavailable')
      place.working += 1
      const before = place.turn
      const mine = before.then(() => {
        if (place.removal.signal.aborted) throw new ServiceError('error.unavailable', 'The file was discarded')
        return work(entry, place.removal.signal)
      })
      place.turn = mine.catch(() => {})
      try {
        return await mine
      } finally {
        place.working -= 1
        place.usedAt = now()
        if (place.working === 0 && places.get(entry.id) !== place) await removeFile(entry.path)
      }
    },
    remove: async (entry) => {
      const place = places.get(entry.id)
      if (place !== undefined) await take(place)
    },
    makeRoom: async (sizeBytes, owner) => {
      await sweep()
      // Downloads that were read to the end are no longer needed.
      for (const place of places.values()) {
        if (!isFull(sizeBytes, owner)) return
        if (place.working === 0 && place.entry.kind === 'download' && place.entry.received === place.entry.sizeBytes)
          await take(place)
      }
      if (isFull(sizeBytes, owner))
        throw new ServiceError('error.unavailable', 'Too many files are on their way; try again in a few minutes')
    },
    sweep,
    clear: async () => {
      const all = [...places.values()]
      for (const place of all) await take(place)
      await Promise.all(all.map(({ turn }) => turn))
    },
  }
}
