/** Limits how many works run at once; the others wait in their order. */
export interface Semaphore {
  run<Result>(work: () => Promise<Result>): Promise<Result>
}

export function createSemaphore(permits: number): Semaphore {
  let free = permits
  const waiting: (() => void)[] = []
  return {
    run: async (work) => {
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        // Hands its permit on.
        if (next === undefined) free += 1
        else next()
      }
    },
  }
}
