import type { BRIDGE_GLOBAL, BridgeClient } from '../../src-preload/contract.ts'
import type { HostClient } from './host-client.ts'

/** In Electron the preload puts the bridge on the window. */
type HostWindow = Window & Partial<Record<typeof BRIDGE_GLOBAL, BridgeClient>>

// Only the contract's type is imported: its value would bring every schema along.
const name: typeof BRIDGE_GLOBAL = 'fuelcardDesk'

/** The client inside Electron, or null if the page has no preload. Its host lives and dies with the window. */
export function ipcClient(window: HostWindow): HostClient | null {
  const bridge = window[name]
  if (bridge === undefined) return null
  return {
    call: (call, input) => bridge.call(call, input),
    subscribe: (event, listener) => bridge.subscribe(event, listener),
    connection: () => CONNECTED,
    onConnection: () => () => {},
    signIn: null,
    signOut: null,
  }
}

const CONNECTED = { state: 'connected' } as const
