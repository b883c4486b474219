import type { ProviderConnection } from '../../domain/sync/provider.ts'
import { folderNotAllowed } from '../../engine/sync/provider-connection.ts'
import type { Providers } from '../../engine/sync/providers.ts'
import type { Handlers, HandlerScope } from './handler.ts'
import { syncOf } from './environment-of.ts'

export const providerHandlers: Handlers<'provider'> = {
  'provider.get': async ({ projectId }, scope) => (await providersOf(projectId, scope)).get(projectId),
  'provider.set': async ({ projectId, connection, schedule }, scope) => {
    const providers = await providersOf(projectId, scope)
    requireAllowedFolder(connection, providers, scope)
    return providers.set(projectId, connection, schedule ?? {}, scope.context())
  },
  'provider.schedule': async ({ projectId, ...schedule }, scope) =>
    (await providersOf(projectId, scope)).schedule(projectId, schedule, scope.context()),
  'provider.test': async ({ projectId, connection }, scope) => {
    const providers = await providersOf(projectId, scope)
    requireAllowedFolder(connection, providers, scope)
    return providers.test(projectId, connection, scope.bulk.signal ?? new AbortController().signal)
  },
  'provider.conformance': async ({ projectId, connection, testCard = null }, scope) =>
    (await providersOf(projectId, scope)).conformance(
      projectId,
      connection,
      { testCard, signal: scope.bulk.signal ?? new AbortController().signal, onProgress: scope.bulk.onProgress },
      scope.context(),
    ),
  'provider.folders': async ({ projectId }, scope) => ({
    folders: foldersFor(await providersOf(projectId, scope), scope)?.slice() ?? null,
  }),
  'provider.remove': async ({ projectId }, scope) => {
    await (await providersOf(projectId, scope)).remove(projectId, scope.context())
    return {}
  },
}

/** Only the person at the machine itself may type a path of it. */
function foldersFor(providers: Providers, { person }: HandlerScope): readonly string[] | null {
  return providers.folders() ?? (person.isLocal ? null : [])
}

function requireAllowedFolder(
  connection: ProviderConnection | undefined,
  providers: Providers,
  scope: HandlerScope,
): void {
  if (connection?.adapter !== 'file' || connection.folder === null) return
  const folders = foldersFor(providers, scope)
  if (folders !== null && !folders.includes(connection.folder)) throw folderNotAllowed()
}

async function providersOf(projectId: string, scope: HandlerScope): Promise<Providers> {
  return (await syncOf(projectId, scope)).providers
}
