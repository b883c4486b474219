import type { Providers } from '../../engine/sync/providers.ts'
import type { HandlerScope } from '../bridge.ts'
import type { Handlers } from './handler.ts'
import { syncOf } from './environment-of.ts'

export const providerHandlers: Handlers<'provider'> = {
  'provider.get': ({ projectId }, scope) => providersOf(projectId, scope).get(projectId),
  'provider.set': ({ projectId, connection, schedule }, scope) =>
    providersOf(projectId, scope).set(projectId, connection, schedule ?? {}, scope.context()),
  'provider.schedule': ({ projectId, ...schedule }, scope) =>
    providersOf(projectId, scope).schedule(projectId, schedule, scope.context()),
  'provider.test': ({ projectId, connection }, scope) =>
    providersOf(projectId, scope).test(projectId, connection, scope.bulk.signal ?? new AbortController().signal),
  'provider.conformance': ({ projectId, connection, testCard = null }, scope) =>
    providersOf(projectId, scope).conformance(
      projectId,
      connection,
      { testCard, signal: scope.bulk.signal ?? new AbortController().signal, onProgress: scope.bulk.onProgress },
      scope.context(),
    ),
  'provider.remove': async ({ projectId }, scope) => {
    await providersOf(projectId, scope).remove(projectId, scope.context())
    return {}
  },
}

function providersOf(projectId: string, scope: HandlerScope): Providers {
  return syncOf(projectId, scope).providers
}
