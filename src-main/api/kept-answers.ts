/** A cache of answers, for programs that poll while nothing changes. */
export interface KeptAnswers {
  /** The bytes kept for this target, if nothing was written since then. */
  find(target: string, version: number): Buffer | undefined
  /** Keeps a copy. */
  keep(target: string, version: number, body: Buffer): void
}

/** About 4 MB at most: a page of 50 cards has 30 kB. */
const MAXIMUM_ANSWERS = 64
const MAXIMUM_BYTES = 64 * 1024
const LONGEST_TARGET = 512

export function createKeptAnswers(): KeptAnswers {
  const answers = new Map<string, { version: number; body: Buffer }>()
  return {
    find: (target, version) => {
      const known = answers.get(target)
      return known?.version === version ? known.body : undefined
    },
    keep: (target, version, body) => {
      answers.delete(target)
      if (body.length > MAXIMUM_BYTES || target.length > LONGEST_TARGET) return
      answers.set(target, { version, body: Buffer.from(body) })
      const oldest = answers.size > MAXIMUM_ANSWERS ? answers.keys().next().value : undefined
      if (oldest !== undefined) answers.delete(oldest)
    },
  }
}
