import type { BridgeClient, CallInput, CallResult, CrossedError } from '../../src-preload/contract.ts'
import type { PageCallName } from '../../src-preload/contract.ts'

/** The state of the connection between the app and its host. */
export type Connection =
  | { state: 'starting' }
  /** `lacks`: calls that a team's service of an earlier version does not have. */
  | { state: 'connected'; lacks?: readonly string[] }
  | { state: 'reconnecting' }
  /** A team's service that the desktop app shows is out of reach. */
  | { state: 'offline'; service: string; since: string; lacks?: readonly string[] }
  /** It has to be signed in to again, or one side updated. */
  | { state: 'service-refused'; service: string; why: 'signed_out' | 'skew'; update: 'app' | 'service' | null }
  /** `none`: never signed in here. `ended`: the session is over. `refused`: the link was used or too old. */
  | { state: 'signed-out'; why: 'none' | 'ended' | 'refused' }

/** What a page without a session can do. */
export interface SignInClient {
  call<Name extends PageCallName>(name: Name, input: CallInput<Name>): Promise<CallResult<Name>>
  /** Ends a sign-in: the page starts anew, signed in, where it was. Returns the refusal if the token was too late. */
  enter(token: string): Promise<CrossedError | null>
  /** Goes to an identity provider, which leads back to where the page was. */
  leave(address: string): void
  /** The token of an invitation that this page was opened with. */
  readonly invitation: string | null
  /** Why the identity provider's answer was refused: a reason of `error-words.ts`. */
  readonly refused: string | null
}

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
  /** Signing in from here; null where nobody has to. */
  signIn: SignInClient | null
  /** Whether its window can show services elsewhere. */
  hasServices: boolean
  /** Ends the session; null if there is none to end. */
  signOut: (() => Promise<void>) | null
}

/** The result of a call if the service itself could not be reached. */
export function unreachable(message: string): { ok: false; error: CrossedError } {
  return { ok: false, error: { code: 'error.unavailable', message, requestId: '' } }
}

/** The call reached no service: the result of an earlier one is still the best there is. */
export function isAway(error: CrossedError): boolean {
  return isUnreachable(error) || error.code === 'error.offline'
}

/** The missing request ID shows that the service never saw this call. */
export function isUnreachable(error: CrossedError): boolean {
  return error.code === 'error.unavailable' && error.requestId === ''
}
