import type { Bridge } from './bridge.ts'
import type { CallName } from '../../src-preload/contract.ts'
import type { InHand } from './in-hand.ts'

/** Not counted: a restore waits for all other calls. */
export const RESTORES: ReadonlySet<string> = new Set<CallName>(['backup.restore', 'backup.restoreNamed'])

/** Not counted either: it waits for the others to end. */
const STOPS: CallName = 'services.stopLocal'

/** Counts calls as work in hand. */
export function countedBridge(bridge: Bridge, inHand: InHand): Bridge {
  return {
    handle: async (name, input, caller) => {
      const end = RESTORES.has(name) || name === STOPS ? () => {} : inHand.begin()
      try {
        return await bridge.handle(name, input, caller)
      } finally {
        end()
      }
    },
  }
}
