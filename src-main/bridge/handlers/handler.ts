import type { CallPerson } from '../../domain/people/caller.ts'
import type { OwnFiles } from '../../engine/desk/file-exchange.ts'
import type { Engine } from '../../engine/engine.ts'
import type { ChangeContext } from '../../engine/kernel/change-context.ts'
import type { Visitor } from '../../engine/sign-in/sign-in-core.ts'
import type { CallArguments, CallName, CallOutput, Progress } from '../../../src-preload/contract.ts'
import type { BridgeHost, Who } from '../bridge-host.ts'
import type { SecondPerson } from './people/second-person-port.ts'

/** What a handler works with. */
export interface HandlerScope {
  /** @throws ServiceError `error.unavailable` while the engine is not open */
  readonly engine: Engine
  readonly host: BridgeHost
  /** The caller's own uploads and downloads. */
  readonly files: OwnFiles
  /** Who is calling. @throws ServiceError `error.signed_out` in a public call of nobody */
  readonly person: CallPerson
  /** How they come in. */
  readonly who: Who
  /** Null for the person at this machine, who needs none. */
  readonly sessionId: string | null
  /** The browser that calls; another transport is this machine itself. */
  readonly visitor: Visitor
  /** For the audit log, with the call's reason. */
  readonly context: (reason?: string) => ChangeContext
  /** Asking for another manager's approval, and carrying it out. */
  readonly secondPerson: SecondPerson
  readonly bulk: { signal?: AbortSignal | undefined; onProgress?: ((progress: Progress) => void) | undefined }
}

export type Handler<Name extends CallName> = (
  input: CallArguments<Name>,
  scope: HandlerScope,
) => Promise<CallOutput<Name>> | CallOutput<Name>

/** The handlers of all calls with one of these prefixes. */
export type Handlers<Prefix extends string = string> = {
  [Name in Extract<CallName, Prefix | `${Prefix}.${string}`>]: Handler<Name>
}
