import { contextBridge, ipcRenderer } from 'electron'
import { BRIDGE_GLOBAL, CALL_CHANNEL, CONTRACT, type BridgeClient, type CallResult } from './contract.ts'

const pageCalls: ReadonlySet<string> = new Set(
  Object.entries(CONTRACT).flatMap(([name, definition]) => (definition.audience === 'everyone' ? [name] : [])),
)

/** All that the window gets: the page's calls of the contract by name, and neither a channel nor an event of Electron. */
const client: BridgeClient = {
  call: async (name, input) => {
    if (!pageCalls.has(name)) throw new TypeError('The contract has no such call for a page')
    return (await ipcRenderer.invoke(CALL_CHANNEL, name, input)) as CallResult<typeof name>
  },
}

contextBridge.exposeInMainWorld(BRIDGE_GLOBAL, client)
