import type { BRIDGE_GLOBAL, BridgeClient } from '../../src-preload/contract.ts'
import type { ConnectedServices } from '../../src-main/domain/desk/connected-services.ts'
import type { Connection, HostClient } from './host-client.ts'

/** In Electron the preload puts the bridge on the window. */
type HostWindow = Window & Partial<Record<typeof BRIDGE_GLOBAL, BridgeClient>>

// Only the contract's type is imported: its value would bring every schema along.
const name: typeof BRIDGE_GLOBAL = 'fuelcardDesk'

/**
 * The client inside Electron, or null if the page has no preload. Its host lives and dies with the window; a service
 * that the host shows instead of its own may be out of reach.
 */
export function ipcClient(window: HostWindow): HostClient | null {
  const bridge = window[name]
  if (bridge === undefined) return null
  const listeners = new Set<() => void>()
  let connection: Connection = CONNECTED
  const look = async () => {
    const result = await bridge.call('services.state', {})
    if (!result.ok) return
    const next = connectionOf(result.value.services)
    if (JSON.stringify(next) === JSON.stringify(connection)) return
    connection = next
    for (const listener of listeners) listener()
  }
  bridge.subscribe('services.changed', () => void look())
  void look()
  return {
    call: (call, input) => bridge.call(call, input),
    subscribe: (event, listener) => bridge.subscribe(event, listener),
    connection: () => connection,
    onConnection: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    hasServices: true,
    signIn: null,
    signOut: null,
  }
}

const CONNECTED = { state: 'connected' } as const

function connectionOf(services: ConnectedServices | null): Connection {
  if (services?.current == null || services.link === null) return CONNECTED
  const { current: service, link } = services
  const { state, since, update, lacks } = link
  if (state === 'offline') return { state, service, since, lacks }
  if (state === 'signed_out' || state === 'skew') return { state: 'service-refused', service, why: state, update }
  return lacks.length === 0 ? CONNECTED : { ...CONNECTED, lacks }
}
