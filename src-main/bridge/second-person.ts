import { ServiceError, refusedInput, validationError } from '../domain/errors.ts'
import { invalidFields } from '../domain/issue-fault.ts'
import type { CallPerson } from '../domain/people/caller.ts'
import type { Granted, Outcome } from '../engine/approvals/approvals.ts'
import type { Engine } from '../engine/engine.ts'
import { CONTRACT, type CallName } from '../../src-preload/contract.ts'
import { authorize } from './authorize.ts'
import { demandOf } from './approval-gates.ts'
import type { HandlerScope } from './handlers/handler.ts'
import type { SecondPerson } from './handlers/people/second-person-port.ts'

export interface SecondPersonOptions {
  engine: () => Engine
  scope: HandlerScope
  /** The scope of the asker's call, which names the approver beside them. */
  scopeOf: (asker: CallPerson, granted: Granted) => HandlerScope
  run: (name: CallName, input: unknown, scope: HandlerScope) => Promise<unknown>
}

const CHANGED = 'What it would change has changed since it was asked for'

export function createSecondPerson({ engine, scope, scopeOf, run }: SecondPersonOptions): SecondPerson {
  const judged = async (name: string, input: unknown, asker: CallPerson, by: HandlerScope) => {
    if (!Object.hasOwn(CONTRACT, name)) throw new ServiceError('error.route_not_found', 'There is no such call')
    const call = CONTRACT[name as CallName]
    const parsed = call.input.safeParse(input)
    await authorize(call.needs, parsed.success ? parsed.data : input, asker, engine)
    if (!parsed.success) throw validationError(invalidFields(parsed.error))
    return { name: name as CallName, input: parsed.data, demand: await demandOf(name as CallName, parsed.data, by) }
  }
  const attempt = async (granted: Granted): Promise<Outcome> => {
    const asker = await engine().people.caller(granted.askerId)
    if (asker === null) return { done: false, problem: 'The person who asked may no longer use this service' }
    const as = scopeOf(asker, granted)
    const { name, input, demand } = await judged(granted.call, granted.input, asker, as)
    if (demand === null || demand.digest !== granted.digest) return { done: false, problem: CHANGED }
    const output = await run(name, input, as)
    return { done: true, jobId: jobIdOf(name, output), secret: MAKES_SECRET.has(name) ? output : null }
  }
  return {
    demand: async (name, input) => {
      const { demand } = await judged(name, input, scope.person, scope)
      if (demand === null)
        throw refusedInput('call', 'This needs no approval: make the call itself', { code: 'no_approval_needed' })
      return demand
    },
    carryOut: async (granted) => {
      let bug: unknown
      const outcome = await attempt(granted).catch((error: unknown): Outcome => {
        if (error instanceof ServiceError) return { done: false, problem: error.message }
        bug = error
        return { done: false, problem: 'Something went wrong inside the service; look whether the change was made' }
      })
      const concluded = await engine().approvals.conclude(granted, outcome, scope.person, scope.context())
      if (bug !== undefined) throw bug
      if (!outcome.done) throw new ServiceError('error.approval_void', outcome.problem)
      return concluded
    },
  }
}

/** Calls whose output is the only place where a secret appears. */
const MAKES_SECRET: ReadonlySet<CallName> = new Set<CallName>(['keys.create', 'keys.roll', 'webhook.create'])

function jobIdOf(name: CallName, output: unknown): string | null {
  return name.startsWith('bulk.') ? (output as { id: string }).id : null
}
