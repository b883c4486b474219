import type { EnvironmentCore } from '../../environment.ts'
import { createJobRunner, type JobRunner } from '../../jobs/job-runner.ts'
import type { PortalSource } from '../portal-source.ts'
import { createDriftInbox, type DriftInbox } from './drift.ts'
import { createChangeOrders, type ChangeOrders } from './orders.ts'
import { createPushHandler } from './push-handler.ts'
import { createPushes, type Pushes } from './pushes.ts'

/** Everything that tells providers of changes. */
export interface Pushing {
  readonly pushes: Pushes
  readonly drift: DriftInbox
  readonly orders: ChangeOrders
  readonly runner: Pick<JobRunner, 'wake' | 'settled'>
  stop(): Promise<void>
}

const STOP_GRACE_MS = 4_000

export function createPushing(core: EnvironmentCore, source: PortalSource, mayRun: () => boolean): Pushing {
  const { handler, forget } = createPushHandler(core, { source, mayRun, onCredentials: (projectKey, message) => raiseNotice(core, projectKey, message) })
  const runner = createJobRunner(core, handler, core.logger)
  core.pushes.open({ areTaken: (projectKey) => source.portalOf(projectKey) !== null, wake: runner.wake })
  const leave = source.onChange((projectKey) => {
    forget(projectKey)
    runner.wake()
  })
  return {
    pushes: createPushes(core),
    drift: createDriftInbox(core),
    orders: createChangeOrders(core),
    runner,
    stop: async () => {
      leave()
      await runner.stop(STOP_GRACE_MS)
    },
  }
}

function raiseNotice(core: EnvironmentCore, projectKey: number, message: string): void {
  core.logger.log('warn', 'pushes wait: the portal does not accept the credentials', { project: core.projectIdOf(projectKey) })
  core.live.tell({ name: 'notice.raised', data: { projectId: core.projectIdOf(projectKey), environment: core.name, kind: 'sync_failed', message } })
}
