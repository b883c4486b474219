/** A cache of answers, for programs that poll while nothing changes. */
export interface KeptAnswers {
  /** The bytes kept for this target, if nothing was written since then. */
  find(target: string, version: number): Buffer | undefined
  /** Keeps a copy. */
  keep(target: string, version: number, body: Buffer): void
}

/** Per operation: some hundred pages of 50 cards (30 kB each), or some thousand single cards. */
const MAXIMUM_BYTES = 4 * 1024 * 1024
const LARGEST_ANSWER = 64 * 1024
const LONGEST_TARGET = 512
/** Roughly how much memory an entry takes in addition to its target and body. */
const ENTRY_BYTES = 256

interface KeptAnswer {
  version: number
  body: Buffer
}

export function createKeptAnswers(): KeptAnswers {
  /** Oldest first. */
  const answers = new Map<string, KeptAnswer>()
  let bytes = 0
  const forget = (target: string, answer: KeptAnswer | undefined) => {
    if (answer === undefined) return
    answers.delete(target)
    bytes -= sizeOf(target, answer)
  }
  return {
    find: (target, version) => {
      const known = answers.get(target)
      return known?.version === version ? known.body : undefined
    },
    keep: (target, version, body) => {
      forget(target, answers.get(target))
      if (body.length > LARGEST_ANSWER || target.length > LONGEST_TARGET) return
      const answer = { version, body: Buffer.from(body) }
      answers.set(target, answer)
      bytes += sizeOf(target, answer)
      for (const [oldest, old] of answers) {
        if (bytes <= MAXIMUM_BYTES) return
        forget(oldest, old)
      }
    },
  }
}

function sizeOf(target: string, { body }: KeptAnswer): number {
  return ENTRY_BYTES + target.length * 2 + body.length
}
