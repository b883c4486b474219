import type { Providers } from '../../engine/sync/providers.ts'
import type { Handlers, HandlerScope } from './handler.ts'
import { syncOf } from './environment-of.ts'

export const providerHandlers: Handlers<'provider'> = {
  'provider.get': async ({ projectId }, scope) => (await providersOf(projectId, scope)).get(projectId),
  'provider.set': async ({ projectId, connection, schedule }, scope) =>
    (await providersOf(projectId, scope)).set(projectId, connection, schedule ?? {}, scope.context()),
  'provider.schedule': async ({ projectId, ...schedule }, scope) =>
    (await providersOf(projectId, scope)).schedule(projectId, schedule, scope.context()),
  'provider.test': async ({ projectId, connection }, scope) =>
    (await providersOf(projectId, scope)).test(
      projectId,
      connection,
      scope.bulk.signal ?? new AbortController().signal,
    ),
  'provider.conformance': async ({ projectId, connection, testCard = null }, scope) =>
    (await providersOf(projectId, scope)).conformance(
      projectId,
      connection,
      { testCard, signal: scope.bulk.signal ?? new AbortController().signal, onProgress: scope.bulk.onProgress },
      scope.context(),
    ),
  'provider.folders': async ({ projectId }, scope) => ({
    folders: (await providersOf(projectId, scope)).folders()?.slice() ?? null,
  }),
  'provider.remove': async ({ projectId }, scope) => {
    await (await providersOf(projectId, scope)).remove(projectId, scope.context())
    return {}
  },
}

async function providersOf(projectId: string, scope: HandlerScope): Promise<Providers> {
  return (await syncOf(projectId, scope)).providers
}
