import type { Me } from '../../../engine/sign-in/credentials.ts'
import type { Handlers, HandlerScope } from '../handler.ts'

export const signInHandlers: Handlers<'signIn' | 'credentials'> = {
  'signIn.methods': (_input, { engine }) => engine.signIn.methods(),
  'signIn.password': (input, { engine, visitor }) => engine.signIn.password.signIn(input, visitor),
  'signIn.enrol': (input, { engine, visitor }) => engine.signIn.password.enrol(input, visitor),
  'signIn.beginPasskey': async (_input, { engine, visitor }) => crossing(await engine.signIn.beginPasskey(visitor)),
  'signIn.passkey': async ({ ticket, response }, { engine, visitor }) =>
    signedIn(await engine.signIn.withPasskey(ticket, response, visitor)),
  'signIn.beginProvider': async ({ invitation = null }, { engine, visitor }) => ({
    address: await engine.signIn.identity.begin(invitation, visitor),
  }),
  'signIn.invitation': async ({ invitation }, { engine }) => {
    const { name, email, language } = await engine.signIn.invited.look(invitation)
    return { name, email, language }
  },
  'signIn.acceptWithPassword': async ({ invitation, password }, { engine, visitor }) => {
    const token = await engine.signIn.invited.withPassword(invitation, password, visitor)
    return token === null ? null : signedIn(token)
  },
  'signIn.beginAcceptWithPasskey': async ({ invitation, name }, { engine, visitor }) =>
    crossing(await engine.signIn.invited.beginPasskey(invitation, name, visitor)),
  'signIn.acceptWithPasskey': async ({ invitation, ticket, response }, { engine, visitor }) =>
    signedIn(await engine.signIn.invited.withPasskey(invitation, ticket, response, visitor)),
  'signIn.settings': (_input, { engine }) => engine.signIn.settings(),
  'signIn.updateSettings': (change, { engine, context }) => engine.signIn.updateSettings(change, context()),
  'signIn.testIssuer': async ({ issuer }, { engine }) => {
    await engine.signIn.testIssuer(issuer)
    return { answers: true }
  },
  'signIn.markMoveRead': async (_input, { engine }) => {
    await engine.signIn.markMoveRead()
    return {}
  },

  'credentials.get': (_input, { engine, person }) => engine.signIn.credentials.get(person.id),
  'credentials.setPassword': async ({ current, password }, scope) => {
    await scope.engine.signIn.credentials.setPassword(me(scope), password, current)
    await scope.engine.sessions.end(scope.person.id, { keep: scope.sessionId }, scope.context())
    return shown(scope)
  },
  'credentials.beginTotp': (_input, scope) => scope.engine.signIn.credentials.beginTotp(me(scope)),
  'credentials.confirmTotp': async ({ code }, scope) => ({
    recoveryCodes: await scope.engine.signIn.credentials.confirmTotp(me(scope), code),
  }),
  'credentials.removeTotp': async ({ code }, scope) => {
    await scope.engine.signIn.credentials.removeTotp(me(scope), code)
    return shown(scope)
  },
  'credentials.renewRecoveryCodes': async ({ code }, scope) => ({
    recoveryCodes: await scope.engine.signIn.credentials.renewRecoveryCodes(me(scope), code),
  }),
  'credentials.beginPasskey': async ({ name }, scope) =>
    crossing(await scope.engine.signIn.credentials.beginPasskey(me(scope), name)),
  'credentials.addPasskey': async ({ ticket, response }, scope) => {
    const { credentials } = scope.engine.signIn
    await credentials.addPasskey(me(scope), ticket, response)
    return shown(scope)
  },
  'credentials.removePasskey': async ({ passkeyId }, scope) => {
    await scope.engine.signIn.credentials.removePasskey(me(scope), passkeyId)
    return shown(scope)
  },
}

function me({ person, visitor, context }: HandlerScope): Me {
  return { personId: person.id, visitor, context: context() }
}

function shown({ engine, person }: HandlerScope) {
  return engine.signIn.credentials.get(person.id)
}

function signedIn(token: string) {
  return { token, recoveryCodes: null }
}

/** The options are plain JSON, whose type the contract leaves to the browser. */
function crossing({ ticket, options }: { ticket: string; options: object }) {
  return { ticket, options: { ...options } }
}
