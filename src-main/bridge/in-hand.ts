/** Counts work under way, so that a host can wait for it before it closes something. */
export interface InHand {
  /** Call the returned function when the work ends; only its first call counts. */
  begin(): () => void
  /** Resolves once no work is under way, or after `timeoutMs`. */
  settle(timeoutMs: number): Promise<void>
}

export function createInHand(): InHand {
  let count = 0
  const idle = new Set<() => void>()
  return {
    begin: () => {
      count += 1
      let ended = false
      return () => {
        if (ended) return
        ended = true
        count -= 1
        if (count > 0) return
        for (const resolve of idle) resolve()
        idle.clear()
      }
    },
    settle: (timeoutMs) =>
      new Promise((resolve) => {
        if (count === 0) return resolve()
        const done = () => {
          clearTimeout(timer)
          idle.delete(done)
          resolve()
        }
        const timer = setTimeout(done, timeoutMs)
        idle.add(done)
      }),
  }
}
