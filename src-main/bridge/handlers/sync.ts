import type { Handlers } from './handler.ts'
import { syncOf } from './place.ts'

export const syncHandlers: Omit<Handlers<'sync'>, 'sync.pushes' | 'sync.retry'> = {
  'sync.state': ({ projectId }, scope) => syncOf(projectId, scope).state(projectId),
  'sync.now': ({ projectId, ...options }, scope) => syncOf(projectId, scope).pull(projectId, options, scope.context(), scope.bulk),
  'sync.cancel': async ({ projectId }, scope) => ({ cancelled: await syncOf(projectId, scope).cancel(projectId, scope.context()) }),
  'sync.runs': ({ projectId, ...page }, scope) => syncOf(projectId, scope).runs(projectId, page),
  'sync.wait': ({ projectId, runId }, scope) => syncOf(projectId, scope).wait(projectId, runId, scope.bulk),
}
