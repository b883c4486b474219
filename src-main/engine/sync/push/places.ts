/** Lets so many works run at once; the others wait in their order. */
export interface Places {
  run<Result>(work: () => Promise<Result>): Promise<Result>
}

export function createPlaces(places: number): Places {
  let free = places
  const waiting: (() => void)[] = []
  return {
    run: async (work) => {
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        // Its place is handed on.
        if (next === undefined) free += 1
        else next()
      }
    },
  }
}
