import { randomUUID } from 'node:crypto'
import { ServiceError, validationError } from '../domain/errors.ts'
import { UNNAMED, type CallPerson } from '../domain/people/caller.ts'
import type { Engine } from '../engine/engine.ts'
import type { Visitor } from '../engine/sign-in/sign-in-core.ts'
import { silentLogger } from '../engine/kernel/ports.ts'
import { CONTRACT, type CallName, type CallOutput, type CallResult } from '../../src-preload/contract.ts'
import { droppedFields } from '../domain/dropped-fields.ts'
import { invalidFields } from '../domain/issue-fault.ts'
import { authorize } from './authorize.ts'
import { demandOf } from './approval-gates.ts'
import { crossError } from './cross-error.ts'
import { isAtMachine, type BridgeHost, type Caller, type Who } from './bridge-host.ts'
import { FEATURE_OF } from './feature-calls.ts'
import type { HandlerScope } from './handlers/handler.ts'
import { HANDLERS } from './handlers/index.ts'
import { createSecondPerson } from './second-person.ts'
import type { ChangeContext } from '../engine/kernel/change-context.ts'

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
    if (call.audience === 'machine' && !isAtMachine(caller.who))
      throw new ServiceError('error.forbidden', 'This is done on the machine of the service', {
        reason: 'on_its_machine',
      })
    const feature = FEATURE_OF.get(name)
    if (feature !== undefined) host.policy?.require(feature)
    const parsed = call.input.safeParse(input)
    const person = await personOf(caller.who, engine)
    // Judged first: who may not make a call doesn't learn what is wrong with its input.
    await authorize(call.needs, parsed.success ? parsed.data : input, person, engine)
    if (!parsed.success) throw validationError(invalidFields(parsed.error))
    if (caller.isNewer === true) requireKnown(input, parsed.data)
    const scope = createScope(engine, host, caller, person, perform)
    const demand = person === null ? null : await demandOf(name, parsed.data, scope)
    if (demand === null) return perform(name, parsed.data, scope)
    // Who is at the machine itself could change its files as well; the audit log says that nobody approved it.
    if (caller.audience !== 'command-line' || caller.who.kind !== 'local')
      throw new ServiceError('error.approval_required')
    return perform(name, parsed.data, createScope(engine, host, caller, person, perform, 'command_line'))
  }
  const perform: Perform = async (name, input, scope) => {
    const handler = HANDLERS[name] as (
      input: unknown,
      scope: HandlerScope,
    ) => Promise<CallOutput<CallName>> | CallOutput<CallName>
    const output = await handler(input, scope)
    if (checkOutput) CONTRACT[name].output.parse(output)
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

/** Runs a call's handler, with everything judged before. */
type Perform = (name: CallName, input: unknown, scope: HandlerScope) => Promise<CallOutput<CallName>>

/** What the caller may do at this moment; null for nobody, and for a person who was suspended. */
async function personOf(who: Who, engine: () => Engine | null): Promise<CallPerson | null> {
  if (who.kind === 'nobody') return null
  const people = engine()?.people
  if (who.kind === 'local') return (await people?.caller(people.localId)) ?? LOCAL_WITHOUT_ENGINE
  return (await people?.caller(who.personId)) ?? null
}

/** A restore runs without an engine that knows people. */
const LOCAL_WITHOUT_ENGINE: CallPerson = {
  id: '',
  name: UNNAMED,
  isAdministrator: true,
  isLocal: true,
  roles: new Map(),
}

function createScope(
  engine: () => Engine | null,
  host: BridgeHost,
  caller: Caller,
  person: CallPerson | null,
  perform: Perform,
  approval?: ChangeContext['approval'],
): HandlerScope {
  const known = (): CallPerson => {
    if (person === null) throw new ServiceError('error.signed_out')
    return person
  }
  const open = (): Engine => {
    const present = engine()
    if (present === null) throw new ServiceError('error.unavailable')
    return present
  }
  const scope: HandlerScope = {
    get engine() {
      return open()
    },
    get files() {
      return open().exchange.of(known().id)
    },
    host,
    get person() {
      return known()
    },
    who: caller.who,
    sessionId: caller.who.kind === 'signed-in' ? caller.who.sessionId : null,
    visitor: caller.visitor ?? THIS_MACHINE,
    context: (reason) => {
      const { id, name } = known()
      return { actor: { type: 'person', id, name }, channel: caller.channel, reason, approval }
    },
    bulk: { signal: caller.signal, onProgress: caller.onProgress },
    get secondPerson() {
      return createSecondPerson({
        engine: open,
        scope,
        run: perform,
        scopeOf: (asker, { channel }) => {
          const who = { kind: 'signed-in', personId: asker.id, sessionId: '' } as const
          const { id, name } = known()
          return createScope(engine, host, { audience: 'page', who, channel }, asker, perform, { by: { id, name } })
        },
      })
    },
  }
  return scope
}

/** Windows, the control socket and commands. */
const THIS_MACHINE: Visitor = { address: 'this machine', device: 'this machine' }

/**
 * A filter that this version does not know would silently widen a list, or a command.
 *
 * @throws ServiceError `error.version_skew`
 */
function requireKnown(given: unknown, known: unknown): void {
  const [unknown] = droppedFields(given, known)
  if (unknown !== undefined)
    throw new ServiceError('error.version_skew', `This service does not know "${unknown}" yet: update the service`, {
      reason: 'update_service',
    })
}

/** Own keys only: `constructor` is not a call. */
function isCallName(name: string): name is CallName {
  return Object.hasOwn(CONTRACT, name)
}
