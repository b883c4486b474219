/** A part that runs by itself until it is stopped. */
interface Part {
  stop(): unknown
}

/** The parts of what is being opened that run already. */
export interface Begun {
  add<Added extends Part>(part: Added): Added
  /** For an opening that fails: stops all, the last one first. */
  stopAll(): Promise<void>
}

export function createBegun(): Begun {
  const parts: Part[] = []
  return {
    add: (part) => {
      parts.push(part)
      return part
    },
    stopAll: async () => {
      for (const part of parts.splice(0).toReversed()) {
        try {
          await part.stop()
        } catch {
          // What made the opening fail may be in its way, too: that is what is thrown.
        }
      }
    },
  }
}
