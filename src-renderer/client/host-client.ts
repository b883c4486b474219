import type { BridgeClient, CallInput, CallResult, CrossedError } from '../../src-preload/contract.ts'
import type { PageCallName } from '../../src-preload/contract.ts'

/** The state of the connection between the app and its host. */
export type Connection =
  | { state: 'starting' }
  | { state: 'connected' }
  | { state: 'reconnecting' }
  /** `none`: never signed in here. `ended`: the session is over. `refused`: the link was used or too old. */
  | { state: 'signed-out'; why: 'none' | 'ended' | 'refused' }

/** The engine as the app sees it, whichever host carries the calls. */
export interface HostClient {
  call<Name extends PageCallName>(name: Name, input: CallInput<Name>): Promise<CallResult<Name>>
  /**
   * Calls the listener for each such event; returns a function that stops it. Events during a disconnect are lost:
   * everything is stale then.
   */
  subscribe: BridgeClient['subscribe']
  connection: () => Connection
  /** Calls the listener for each change of the connection; returns a function that stops it. */
  onConnection: (listener: () => void) => () => void
  /** Ends the session; null if there is none to end. */
  signOut: (() => Promise<void>) | null
}

/** The result of a call if the service itself could not be reached. */
export function unreachable(message: string): { ok: false; error: CrossedError } {
  return { ok: false, error: { code: 'error.unavailable', message, requestId: '' } }
}

/** The missing request ID shows that the service never saw this call. */
export function isUnreachable(error: CrossedError): boolean {
  return error.code === 'error.unavailable' && error.requestId === ''
}
