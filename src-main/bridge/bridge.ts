import { randomUUID } from 'node:crypto'
import { ServiceError, validationError } from '../domain/errors.ts'
import type { Engine } from '../engine/engine.ts'
import { silentLogger } from '../engine/kernel/ports.ts'
import { CONTRACT, type CallName, type CallOutput, type CallResult } from '../../src-preload/contract.ts'
import { invalidFields } from '../domain/issue-fault.ts'
import { crossError } from './cross-error.ts'
import type { BridgeHost, Caller } from './bridge-host.ts'
import { FEATURE_OF } from './feature-calls.ts'
import type { HandlerScope } from './handlers/handler.ts'
import { HANDLERS } from './handlers/index.ts'

export interface BridgeOptions {
  /** Null while the engine is not open: calls that need it answer `error.unavailable`. */
  engine: () => Engine | null
  host: BridgeHost
  /** Validates a handler's output against the contract; by default when run from source, as tests do. */
  checkOutput?: boolean
}

export interface Bridge {
  /** Runs a call of the contract. Never rejects: every failure is a result with a code. */
  handle(name: string, input: unknown, caller: Caller): Promise<CallResult<CallName>>
}

/** The one set of handlers behind all transports: IPC, HTTP and the control socket. */
export function createBridge({ engine, host, checkOutput = import.meta.url.endsWith('.ts') }: BridgeOptions): Bridge {
  const run = async (name: string, input: unknown, caller: Caller): Promise<CallOutput<CallName>> => {
    if (!isCallName(name)) throw new ServiceError('error.route_not_found', 'There is no such call')
    const call = CONTRACT[name]
    if (call.audience === 'command-line' && caller.audience !== 'command-line')
      throw new ServiceError('error.forbidden', 'This call is for the command line only')
    const feature = FEATURE_OF.get(name)
    if (feature !== undefined) host.policy?.require(feature)
    const parsed = call.input.safeParse(input)
    if (!parsed.success) throw validationError(invalidFields(parsed.error))
    const handler = HANDLERS[name] as (
      input: unknown,
      scope: HandlerScope,
    ) => Promise<CallOutput<CallName>> | CallOutput<CallName>
    const output = await handler(parsed.data, createScope(engine, host, caller))
    if (checkOutput) call.output.parse(output)
    return output
  }
  return {
    handle: async (name, input, caller) => {
      try {
        return { ok: true, value: await run(name, input, caller) }
      } catch (error) {
        return { ok: false, error: crossError(error, randomUUID(), engine()?.logger ?? silentLogger, name) }
      }
    },
  }
}

function createScope(engine: () => Engine | null, host: BridgeHost, caller: Caller): HandlerScope {
  return {
    get engine() {
      const open = engine()
      if (open === null) throw new ServiceError('error.unavailable')
      return open
    },
    host,
    context: (reason) => ({ actor: caller.actor, channel: caller.channel, reason }),
    bulk: { signal: caller.signal, onProgress: caller.onProgress },
  }
}

/** Own keys only: `constructor` is no call. */
function isCallName(name: string): name is CallName {
  return Object.hasOwn(CONTRACT, name)
}
