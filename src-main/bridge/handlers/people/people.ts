import { refusedInput } from '../../../domain/errors.ts'
import type { Invitation } from '../../../domain/people/person.ts'
import type { CallOutput } from '../../../../src-preload/contract.ts'
import type { BridgeHost } from '../../bridge-host.ts'
import type { Handlers } from '../handler.ts'

export const peopleHandlers: Handlers<'people' | 'profile'> = {
  'people.list': async (_input, { engine }) => {
    const [people, rolesFrom] = await Promise.all([engine.people.list(), engine.signIn.rolesFromProvider()])
    return people.map((person) => ({ ...person, rolesFrom: rolesFrom.get(person.id) ?? null }))
  },
  'people.invite': async (input, { engine, host, context }) => {
    if (!input.isAdministrator && !(await engine.people.canSignIn()))
      throw refusedInput(
        'isAdministrator',
        'First an administrator needs an e-mail address and something to sign in with: give them to yourself, or invite an administrator ("people add --administrator")',
        { code: 'administrator_first' },
      )
    return withLink(await engine.people.invite(input, context()), host)
  },
  'people.reset': async ({ personId }, { engine, host, context }) =>
    withLink(await engine.people.reset(personId, context()), host),
  'people.setRole': ({ personId, projectId, role }, { engine, context }) =>
    engine.people.setRole(personId, projectId, role, context()),
  'people.setAdministrator': ({ personId, isAdministrator }, { engine, context }) =>
    engine.people.setAdministrator(personId, isAdministrator, context()),
  'people.suspend': ({ personId }, { engine, context }) => engine.people.suspend(personId, context()),
  'people.resume': ({ personId }, { engine, context }) => engine.people.resume(personId, context()),
  'people.update': ({ personId, ...changes }, { engine, context }) =>
    engine.people.update(personId, changes, context()),
  'people.sessions': async ({ personId }, { engine, sessionId }) => {
    await engine.people.get(personId)
    return engine.sessions.list(personId, sessionId)
  },
  'people.endSessions': async ({ personId, sessionId }, { engine, context }) => {
    await engine.people.get(personId)
    const which = sessionId === undefined ? { keep: null } : { sessionId }
    return { ended: await engine.sessions.end(personId, which, context()) }
  },

  'profile.get': (_input, { engine, person }) => engine.people.get(person.id),
  'profile.update': (changes, { engine, person, context }) => engine.people.update(person.id, changes, context()),
  'profile.sessions': (_input, { engine, person, sessionId }) => engine.sessions.list(person.id, sessionId),
  'profile.endSessions': async (input, { engine, person, sessionId, context }) => {
    const which = input.sessionId === undefined ? { keep: sessionId } : { sessionId: input.sessionId }
    return { ended: await engine.sessions.end(person.id, which, context()) }
  },
}

function withLink(invitation: Invitation, host: BridgeHost): CallOutput<'people.invite'> {
  return { ...invitation, url: host.invitationLink?.(invitation.token) ?? null }
}
