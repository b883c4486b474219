import type { CallArguments, CallName, CallOutput } from '../../../src-preload/contract.ts'
import type { HandlerScope } from '../bridge.ts'

export type Handler<Name extends CallName> = (
  input: CallArguments<Name>,
  scope: HandlerScope,
) => Promise<CallOutput<Name>> | CallOutput<Name>

/** The handlers of all calls with one of these prefixes. */
export type Handlers<Prefix extends string = string> = {
  [Name in Extract<CallName, Prefix | `${Prefix}.${string}`>]: Handler<Name>
}
