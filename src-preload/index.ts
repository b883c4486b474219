import { contextBridge, ipcRenderer } from 'electron'
import type { LiveEvent, LiveEventData } from '../src-main/domain/live-event.ts'
import { BRIDGE_GLOBAL, CALL_CHANNEL, CONTRACT, EVENT_CHANNEL, type BridgeClient, type CallResult } from './contract.ts'

const pageCalls: ReadonlySet<string> = new Set(
  Object.entries(CONTRACT).flatMap(([name, definition]) => (definition.audience === 'everyone' ? [name] : [])),
)

/** All that the window gets: the page's calls of the contract by name, and neither a channel nor an event of Electron. */
const client: BridgeClient = {
  call: async (name, input) => {
    if (!pageCalls.has(name)) throw new TypeError('The contract has no such call for a page')
    return (await ipcRenderer.invoke(CALL_CHANNEL, name, input)) as CallResult<typeof name>
  },
  subscribe: (name, listener) => {
    // The page gets the data alone: Electron's own event object would lead to the channel.
    const told = (_event: unknown, event: LiveEvent) => {
      if (event.name === name) listener(event.data as LiveEventData<typeof name>)
    }
    ipcRenderer.on(EVENT_CHANNEL, told)
    return () => void ipcRenderer.off(EVENT_CHANNEL, told)
  },
}

contextBridge.exposeInMainWorld(BRIDGE_GLOBAL, client)
