import { ServiceError } from '../../domain/errors.ts'
import type { Pushing } from '../../engine/sync/push/pushing.ts'
import type { Handlers, HandlerScope } from './handler.ts'
import { environmentOf } from './environment-of.ts'

type PushingCalls = Pick<Handlers, 'sync.pushes' | 'sync.retry'> & Handlers<'drift' | 'orders'>

/** Changes on their way to the provider, drift, and change orders. */
export const pushingHandlers: PushingCalls = {
  'sync.pushes': async ({ projectId, ...query }, scope) =>
    (await pushingOf(projectId, scope)).pushes.list(projectId, query),
  'sync.retry': async ({ projectId, reason, ...chosen }, scope) =>
    (await pushingOf(projectId, scope)).pushes.retry(projectId, chosen, scope.context(reason)),

  'drift.list': async ({ projectId, ...query }, scope) =>
    (await pushingOf(projectId, scope)).drift.list(projectId, query),
  'drift.resolve': async ({ projectId, resolution, reason, ...chosen }, scope) =>
    (await pushingOf(projectId, scope)).drift.resolve(projectId, chosen, resolution, scope.context(reason)),

  'orders.list': async ({ projectId, ...query }, scope) =>
    (await pushingOf(projectId, scope)).orders.list(projectId, query),
  'orders.export': async ({ projectId, file, again }, scope) =>
    (await pushingOf(projectId, scope)).orders.toFile(projectId, { file, again }, scope.context(), scope.bulk),
  'orders.download': async ({ projectId, again }, scope) => {
    const { orders } = await pushingOf(projectId, scope)
    const name = `change-orders-${scope.engine.wallClock.now().toISOString().slice(0, 10)}.csv`
    const { download, result } = await scope.files.offer(name, (file) =>
      orders.toFile(projectId, { file, again }, scope.context(), scope.bulk),
    )
    return { ...download, orders: result.orders }
  },
}

/** @throws ServiceError `error.project_not_found` */
async function pushingOf(projectId: string, scope: HandlerScope): Promise<Pushing> {
  const { pushing } = await environmentOf({ projectId, environment: 'production' }, scope)
  if (pushing === null) throw new ServiceError('error.unavailable')
  return pushing
}
