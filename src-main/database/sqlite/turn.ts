/** How long a late work may go on, in milliseconds, while all other writes wait for it. */
const LATE_LIMIT_MS = 5_000

/** One work's turn. Once it is over, its transaction refuses. */
export interface Turn {
  over: boolean
}

/** Called with a work that outlived its turn of the event loop. */
export type OnLateWork = (late: Error) => void

/**
 * Watches works that follow each other in one turn of the event loop. SQLite answers at once, so a work that awaits
 * nothing but its transaction ends within that turn, by microtasks alone. One that does not holds up every other write:
 * it fails, or is reported and may go on for a while.
 *
 * @param onLate without it a late work fails at once
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
    /** Whether the turn of the event loop is over: no further work begins in it. */
    late: () => late,
    end: () => {
      clearImmediate(guard)
      clearTimeout(limit)
    },
  }
}
