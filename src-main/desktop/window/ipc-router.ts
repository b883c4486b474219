import { randomUUID } from 'node:crypto'
import { ipcMain, type IpcMainInvokeEvent } from 'electron'
import { ServiceError, type ErrorCode } from '../../domain/errors.ts'
import type { Bridge } from '../../bridge/bridge.ts'
import { LOCAL } from '../../bridge/bridge-host.ts'
import { CALL_CHANNEL, type CallName, type CallResult } from '../../../src-preload/contract.ts'
import { isAppUrl } from './protocol.ts'

/**
 * The one channel between a window and the engine. Checks the sender; the bridge checks the input against the contract.
 *
 * @param bridge null while the service starts or stops
 */
export function routeCalls(bridge: () => Bridge | null): void {
  ipcMain.handle(
    CALL_CHANNEL,
    async (event: IpcMainInvokeEvent, ...parts: unknown[]): Promise<CallResult<CallName>> => {
      const [name, input] = parts
      if (!isOwnTopFrame(event)) return refuse('error.forbidden', 'Only the app itself may call')
      if (parts.length !== 2 || typeof name !== 'string') return refuse('error.validation')
      return bridge()?.handle(name, input, CALLER) ?? refuse('error.unavailable')
    },
  )
}

const CALLER = {
  audience: 'page',
  who: LOCAL,
  channel: 'app',
} as const

function isOwnTopFrame({ sender, senderFrame }: IpcMainInvokeEvent): boolean {
  // Null for a frame that has navigated or closed since: the sender is unknown.
  return (
    senderFrame !== null && senderFrame.parent === null && senderFrame === sender.mainFrame && isAppUrl(senderFrame.url)
  )
}

function refuse(code: ErrorCode, message?: string): CallResult<CallName> {
  const { message: words } = new ServiceError(code, message)
  return { ok: false, error: { code, message: words, requestId: randomUUID() } }
}
