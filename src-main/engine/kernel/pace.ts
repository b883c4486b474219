export interface Pace {
  isDue(): boolean
}

/** Says at most this often that it is time; for notes of progress that other instances read. */
export function createPace(everyMs: number): Pace {
  let last = Number.NEGATIVE_INFINITY
  return {
    isDue: () => {
      const now = performance.now()
      if (now - last < everyMs) return false
      // A unit of work that is run again at once leaves the same notes.
      setImmediate(() => (last = now))
      return true
    },
  }
}

/** How often progress crosses to other instances. */
export const CROSSING_MS = 300
