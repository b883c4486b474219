import { ServiceError } from '../../../domain/errors.ts'
import { appOfClient } from '../../../domain/people/connected-app.ts'
import { redirectWith } from '../../../engine/access/apps/authorization-codes.ts'
import type { Handlers, HandlerScope } from '../handler.ts'

export const appHandlers: Handlers<'apps'> = {
  'apps.look': ({ clientId, device }, scope) => {
    requirePage(scope)
    return { app: appOfClient(clientId) ?? 'desktop', device }
  },
  'apps.decide': async ({ request, approved }, scope) => {
    requirePage(scope)
    const { engine, person } = scope
    return {
      redirectTo: approved
        ? await engine.apps.codes.approve(person.id, request)
        : redirectWith(request.redirectUri, { error: 'access_denied', state: request.state }),
    }
  },
  'apps.lookDevice': ({ userCode }, scope) => {
    requirePage(scope)
    return scope.engine.apps.devices.look(scope.person.id, userCode)
  },
  'apps.decideDevice': async ({ userCode, approved }, scope) => {
    requirePage(scope)
    await scope.engine.apps.devices.decide(scope.person.id, userCode, approved)
    return {}
  },
}

/** A stolen token must not make further ones. @throws ServiceError `error.forbidden` */
function requirePage({ who }: HandlerScope): void {
  if (who.kind === 'signed-in' && who.app !== undefined)
    throw new ServiceError('error.forbidden', 'Apps are connected in the page of the service only')
}
