import { DatabaseError } from './database-error.ts'

/** Longer than this, nobody who looks at a state waits. */
const PATIENCE_MS = 2_000

/** What the server answers; null when it is away, or takes longer than two seconds. */
export async function inTime<Result>(work: Promise<Result>): Promise<Result | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), PATIENCE_MS)
  })
  const answered = work.catch((error: unknown) => {
    if (error instanceof DatabaseError) return null
    throw error
  })
  try {
    return await Promise.race([answered, late])
  } finally {
    clearTimeout(timer)
  }
}
