/** How long late work may go on, in milliseconds, while all other writes wait for it. */
const LATE_LIMIT_MS = 5_000

/** The turn of one unit of work. Once over, its transaction refuses further queries. */
export interface Turn {
  over: boolean
}

/** Called when a unit of work outlives its turn of the event loop. */
export type OnLateWork = (late: Error) => void

/**
 * Watches units of work that run one after another in one turn of the event loop. SQLite answers at once, so work that
 * awaits only its transaction ends within that turn, by microtasks alone. Work that awaits anything else blocks every
 * other write: it fails, or is reported and may go on for a while.
 *
 * @param onLate without it, late work fails at once
 */
export function runInTurn(onLate: OnLateWork | undefined) {
  let late = false
  let cutOff: (error: Error) => void = () => {}
  let limit: ReturnType<typeof setTimeout> | undefined
  const guard = setImmediate(() => {
    late = true
    const error = new Error('A work awaited something other than its transaction')
    if (onLate === undefined) return cutOff(error)
    onLate(error)
    limit = setTimeout(() => cutOff(error), LATE_LIMIT_MS)
  })
  return {
    run: async (work: (turn: Turn) => unknown): Promise<unknown> => {
      const turn: Turn = { over: false }
      try {
        return await new Promise((resolve, reject) => {
          cutOff = reject
          Promise.resolve(work(turn)).then(resolve, reject)
        })
      } finally {
        turn.over = true
      }
    },
    /** Whether the turn of the event loop is over: nothing further starts in it. */
    late: () => late,
    end: () => {
      clearImmediate(guard)
      clearTimeout(limit)
    },
  }
}
