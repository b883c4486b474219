import type { Bridge } from './bridge.ts'
import type { InHand } from './in-hand.ts'

/** Counts calls as work in hand. A restore waits for all others, so it does not count itself. */
export function countedBridge(bridge: Bridge, inHand: InHand): Bridge {
  return {
    handle: async (name, input, caller) => {
      const end = name === 'backup.restore' ? () => {} : inHand.begin()
      try {
        return await bridge.handle(name, input, caller)
      } finally {
        end()
      }
    },
  }
}
