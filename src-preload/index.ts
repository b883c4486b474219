import { contextBridge, ipcRenderer } from 'electron'
import type { LiveEvent } from '../src-main/domain/desk/live-event.ts'
import { BRIDGE_GLOBAL, CALL_CHANNEL, CONTRACT, EVENT_CHANNEL, type BridgeClient, type CallResult } from './contract.ts'

const pageCalls: ReadonlySet<string> = new Set(
  Object.entries(CONTRACT).flatMap(([name, definition]) => (definition.audience === 'command-line' ? [] : [name])),
)

const listeners = new Map<string, Set<(data: never) => void>>()

/** All the window gets: the page's calls by name, but no channel and no event object of Electron. */
const client: BridgeClient = {
  call: async (name, input) => {
    if (!pageCalls.has(name)) throw new TypeError('The contract has no such call for a page')
    return (await ipcRenderer.invoke(CALL_CHANNEL, name, input)) as CallResult<typeof name>
  },
  subscribe: (name, listener) => {
    const subscribers = listeners.get(name) ?? new Set()
    listeners.set(name, subscribers.add(listener))
    return () => void subscribers.delete(listener)
  },
}

// One listener for all. The page gets only the data: Electron's event object would lead to the channel.
ipcRenderer.on(EVENT_CHANNEL, (_event: unknown, { name, data }: LiveEvent) => {
  for (const listener of listeners.get(name) ?? []) listener(data as never)
})

contextBridge.exposeInMainWorld(BRIDGE_GLOBAL, client)
