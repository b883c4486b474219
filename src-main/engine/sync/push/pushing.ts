import type { EnvironmentCore } from '../../kernel/environment-core.ts'
import { createJobRunner, type JobRunner } from '../../kernel/jobs/job-runner.ts'
import type { PortalSource } from '../portals/portal-source.ts'
import { createDriftInbox, type DriftInbox } from './drift.ts'
import { createChangeOrders, type ChangeOrders } from './orders.ts'
import { createPushHandler } from './push-handler.ts'
import { createPushes, type Pushes } from './pushes.ts'

/** Everything that sends changes to providers. */
export interface Pushing {
  readonly pushes: Pushes
  readonly drift: DriftInbox
  readonly orders: ChangeOrders
  readonly runner: Pick<JobRunner, 'wake' | 'settled'>
  stop(): Promise<void>
}

const STOP_GRACE_MS = 4_000

export function createPushing(core: EnvironmentCore, source: PortalSource, mayRun: () => Promise<boolean>): Pushing {
  const { handler, forget } = createPushHandler(core, { source, mayRun, onTrouble: createNotices(core) })
  const runner = createJobRunner(core, handler, core.logger)
  const leave = source.onChange(forget)
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

/** One notice per project within this time: a thousand refusals may have one cause. The Sync screen lists them all. */
const NOTICE_EVERY_MS = 60_000

function createNotices(core: EnvironmentCore): (projectKey: number, message: string) => void {
  const last = new Map<number, number>()
  const raise = async (projectKey: number, message: string): Promise<void> => {
    const projectId = await core.projectIdOf(projectKey)
    core.logger.log('warn', 'a push needs a person', { project: projectId })
    core.live.publish({
      name: 'notice.raised',
      data: { projectId, environment: core.name, kind: 'sync_failed', message },
    })
  }
  return (projectKey, message) => {
    const now = core.wallClock.now().getTime()
    if (now - (last.get(projectKey) ?? Number.NEGATIVE_INFINITY) < NOTICE_EVERY_MS) return
    last.set(projectKey, now)
    raise(projectKey, message).catch((error: unknown) =>
      core.logger.log('error', 'a notice was lost', { error: String(error) }),
    )
  }
}
