import { randomUUID } from 'node:crypto'
import type { Actor, Channel } from '../domain/access.ts'
import type { DesktopChange, DesktopState } from '../domain/desk/desktop.ts'
import { ServiceError, validationError } from '../domain/errors.ts'
import type { ApiState } from '../domain/desk/settings.ts'
import type { Engine } from '../engine/engine.ts'
import type { LogLine } from '../engine/desk/recent-log.ts'
import { silentLogger } from '../engine/kernel/ports.ts'
import {
  CONTRACT,
  type CallArguments,
  type CallName,
  type CallOutput,
  type CallResult,
  type Progress,
} from '../../src-preload/contract.ts'
import { crossError, validationDetails } from './cross-error.ts'
import { HANDLERS } from './handlers/index.ts'

/** What only a host can do: it knows where it listens, and it opens and closes the engine. */
export interface BridgeHost {
  /** The API's base URL, ending in `/v1`; null while it does not listen. */
  baseUrl(): string | null
  /** Whether the API listens, on a host where that changes; without it, the base URL says so. */
  api?(): ApiState
  /** Runs a request inside the `/v1` stack as the chosen key; absent if this host has no API. */
  readonly runRequest?: (
    input: CallArguments<'console.run'>,
    signal?: AbortSignal,
  ) => Promise<CallOutput<'console.run'>>
  /** The newest lines of this host's log. */
  recentLog?(): readonly LogLine[]
  /** The desktop shell, if there is one. */
  readonly desktop?: DesktopShell
  /** A new sign-in link for the page; null if this host has no page. */
  issueLoginLink(): string | null
  /** Closes the engine, restores into its folder and, if it was open, reopens it. */
  restore(input: CallArguments<'backup.restore'>): Promise<CallOutput<'backup.restore'>>
}

/** The desktop host's own state. */
export interface DesktopShell {
  state(): DesktopState | Promise<DesktopState>
  update(change: DesktopChange): DesktopState | Promise<DesktopState>
}

/** Who makes a call, and how to watch and abort it. */
export interface Caller {
  audience: 'page' | 'command-line'
  actor: Actor
  channel: Channel
  signal?: AbortSignal | undefined
  onProgress?: ((progress: Progress) => void) | undefined
}

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
    const parsed = call.input.safeParse(input)
    if (!parsed.success) throw validationError(validationDetails(parsed.error))
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

/** What a handler works with. */
export interface HandlerScope {
  /** @throws ServiceError `error.unavailable` while the engine is not open */
  readonly engine: Engine
  readonly host: BridgeHost
  /** For the audit log, with the call's reason. */
  readonly context: (reason?: string) => { actor: Actor; channel: Channel; reason?: string | undefined }
  readonly bulk: { signal?: AbortSignal | undefined; onProgress?: ((progress: Progress) => void) | undefined }
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
