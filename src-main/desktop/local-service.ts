import { claimWhenFree } from '../bridge/claim-when-free.ts'
import { startControlServer, type ControlServer } from '../bridge/control-socket.ts'
import type { Bridge } from '../bridge/bridge.ts'
import type { EngineHolder } from '../bridge/engine-holder.ts'
import type { OwnedFolder } from '../bridge/folder-owner.ts'
import { orNull } from '../bridge/handlers/environment-of.ts'
import type { LocalWork } from '../domain/desk/connected-services.ts'
import { ENVIRONMENT_NAMES } from '../domain/environment-name.ts'
import { applySettings, type Settings, type SettingsChange } from '../domain/desk/settings.ts'
import type { Engine } from '../engine/engine.ts'
import { settingsOfFolder } from '../engine/open-stores.ts'
import type { ApiServer } from './api-server.ts'
import type { Shutdown } from './shutdown.ts'

/** Calls in progress get this long to finish; bulk work is aborted after the first. */
const ABORT_AFTER_MS = 2_000
export const SETTLE_MS = 4_000

/** This computer's own service: its folder, engine, API and control socket, which start and stop together. */
export interface LocalService {
  /** The real path of the data folder, once it was open. */
  dataDir(): string
  isRunning(): boolean
  /** What would stop; null while it does not run. */
  work(): Promise<LocalWork | null>
  /** @throws ServiceError `error.folder_in_use`, `error.data_key`; DatabaseError for an unusable database */
  start(): Promise<void>
  stop(): Promise<void>
}

export interface LocalServiceOptions {
  /** As the start names it. */
  dataDir: string
  fixed: SettingsChange
  holder: EngineHolder
  api: Pick<ApiServer, 'apply' | 'close' | 'state'>
  bridge: () => Bridge
  shutdown: Pick<Shutdown, 'add'>
}

const OFF: Settings['api'] = { enabled: false, port: 0 }

export function createLocalService({
  dataDir,
  fixed,
  holder,
  api,
  bridge,
  shutdown,
}: LocalServiceOptions): LocalService {
  let folder: OwnedFolder | null = null
  let known = dataDir
  let control: ControlServer | null = null
  let last: Promise<unknown> = Promise.resolve()
  /** One start or stop at a time. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }
  const closeControl = async () => {
    const running = control
    control = null
    await running?.close(ABORT_AFTER_MS)
  }
  const release = () => {
    folder?.release()
    folder = null
  }
  const end = async () => {
    await api.apply(OFF)
    // Not awaited: one of its calls may be what stops it.
    void closeControl()
    await holder.close()
    release()
  }
  shutdown.add('folder', release)
  shutdown.add('engine', () => holder.close())
  shutdown.add('control socket', closeControl)
  shutdown.add('API', () => api.close(SETTLE_MS))
  return {
    dataDir: () => known,
    isRunning: () => folder !== null,
    work: async () => {
      const engine = holder.current()
      return engine === null ? null : workOf(engine, api.state().port)
    },
    stop: () => inTurn(end),
    start: () =>
      inTurn(async () => {
        if (folder !== null) return
        folder = await claimWhenFree(dataDir, 'desktop')
        known = folder.dataDir
        try {
          // The port before the engine: deliveries overdue to the inbox go out as soon as the engine opens.
          await api.apply(applySettings(settingsOfFolder(known), fixed).api)
          await holder.open()
          control = await startControlServer({ path: folder.owner.socket, bridge: bridge() })
        } catch (error) {
          await end()
          throw error
        }
      }),
  }
}

async function workOf(engine: Engine, apiPort: number | null): Promise<LocalWork> {
  const work: LocalWork = { apiPort, webhooks: 0, deliveries: 0, pushes: 0, schedules: 0, jobs: 0 }
  for (const { id } of await engine.projects.list()) {
    for (const name of ENVIRONMENT_NAMES) {
      const { webhooks, bulk, sync } = engine.environment(name)
      work.jobs += (await bulk.list(id)).filter(({ finishedAt }) => finishedAt === null).length
      const webhook = await orNull('error.webhook_not_found', () => webhooks.get(id))
      if (webhook !== null) {
        if (webhook.status === 'active') work.webhooks += 1
        work.deliveries += (await webhooks.deliveries.list(id, { page: 1, limit: 1, status: 'pending' })).total
      }
      if (sync === null) continue
      const state = await sync.state(id)
      work.pushes += state.pendingPushes
      if (state.running !== null) work.jobs += 1
      if (state.provider?.schedule.enabled === true) work.schedules += 1
    }
  }
  return work
}
