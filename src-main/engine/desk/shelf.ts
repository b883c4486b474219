import type { Clock } from '../../domain/clock.ts'
import { ServiceError } from '../../domain/errors.ts'

/** A file that lies in the exchange. */
export interface Entry {
  readonly id: string
  readonly kind: 'upload' | 'download'
  readonly name: string
  readonly path: string
  /** Of an upload: as it was announced. */
  readonly sizeBytes: number
  /** How much of it has come, or was read. */
  received: number
}

/** What lies in the exchange: for how long, how much at most, and who works with it. */
export interface Shelf {
  put(entry: Entry): void
  find(id: string): Entry | undefined
  /**
   * Works on one file happen one after the other; the file stays until they have ended. Its removal aborts the signal.
   */
  inTurn<Result>(entry: Entry, work: (entry: Entry, removed: AbortSignal) => Promise<Result> | Result): Promise<Result>
  /** Found no more from now on. */
  remove(entry: Entry): Promise<void>
  /** @throws ServiceError `error.unavailable` when all that may lie here does */
  makeRoom(sizeBytes: number): Promise<void>
  /** Removes what was not requested for 15 minutes. */
  sweep(): Promise<void>
  /** Everything goes, once the work on it has ended. */
  clear(): Promise<void>
}

const UNUSED_MS = 15 * 60 * 1000
const MOST_BYTES = 1024 * 1024 * 1024
const MOST_FILES = 64

interface Place {
  entry: Entry
  usedAt: number
  working: number
  removal: AbortController
  /** Settles with the last of the works that were asked for. */
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
  const isFull = (more: number) => {
    const bytes = [...places.values()].reduce((sum, { entry }) => sum + entry.sizeBytes, more)
    return places.size >= MOST_FILES || bytes > MOST_BYTES
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
    find: (id) => {
      const place = places.get(id)
      if (place === undefined || (place.working === 0 && place.usedAt < now() - UNUSED_MS)) return undefined
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
    makeRoom: async (sizeBytes) => {
      await sweep()
      // Whoever has read a file to its end has it.
      for (const place of places.values()) {
        if (!isFull(sizeBytes)) return
        if (place.working === 0 && place.entry.kind === 'download' && place.entry.received === place.entry.sizeBytes)
          await take(place)
      }
      if (isFull(sizeBytes))
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
