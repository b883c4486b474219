import type { CallOutput } from '../../../src-preload/contract.ts'
import type { Handlers, HandlerScope } from './handler.ts'

export const alertHandlers: Handlers<'alerts' | 'mail'> = {
  'alerts.get': (_input, scope) => own(scope),
  'alerts.choose': async (choices, scope) => {
    await scope.engine.alerts.choose(scope.person.id, choices)
    return own(scope)
  },

  'mail.get': async (_input, { engine }) => ({ server: await engine.alerts.server() }),
  'mail.set': (server, { engine, context }) => engine.alerts.setServer(server, context()),
  'mail.remove': async (_input, { engine, context }) => {
    await engine.alerts.removeServer(context())
    return {}
  },
  'mail.test': ({ server }, { engine, person, bulk }) => engine.alerts.test(server ?? null, person.id, bulk.signal),
}

async function own({ engine, person }: HandlerScope): Promise<CallOutput<'alerts.get'>> {
  const { choices, email } = await engine.alerts.own(person.id)
  return { choices, email, isSet: (await engine.alerts.server()) !== null }
}
