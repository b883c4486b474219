import { homedir } from 'node:os'
import { app } from 'electron'
import { createConsole } from '../api/console.ts'
import type { ServicesShell } from '../bridge/bridge-host.ts'
import { createBridge, type Bridge } from '../bridge/bridge.ts'
import { countedBridge } from '../bridge/counted-bridge.ts'
import { createEngineHolder, type EngineHolder } from '../bridge/engine-holder.ts'
import { ensureDemo, type Demo } from '../bridge/first-start.ts'
import { createInHand } from '../bridge/in-hand.ts'
import type { HostPolicy } from '../bridge/policy.ts'
import type { DesktopState } from '../domain/desk/desktop.ts'
import type { ApiState, Settings } from '../domain/desk/settings.ts'
import { DatabaseError } from '../engine/folder-lock.ts'
import { createApiServer, type ApiServer } from './api-server.ts'
import { chooseDesktopKey, type DesktopKey } from './key-source.ts'
import type { RecentLog } from '../engine/desk/recent-log.ts'
import { followSettings } from './service-settings.ts'
import type { DesktopSettings } from './settings.ts'
import { createLocalService, SETTLE_MS, type LocalService } from './local-service.ts'
import { createShellState } from './shell/shell-state.ts'
import { startWithSystem } from './shell/start-with-system.ts'
import type { Shutdown } from './shutdown.ts'
import type { StartOptions } from './start-options.ts'

export interface DesktopServiceOptions {
  start: StartOptions
  /** Whether the person has stopped it, and looks at another service. */
  staysStopped: boolean
  policy: HostPolicy
  updates: () => Pick<DesktopState, 'updates' | 'update'>
  services: ServicesShell
  settings: DesktopSettings
  logger: RecentLog
  shutdown: Shutdown
  hasTray: () => boolean
  /** The API was switched on or off, or moved to another port. */
  onApiChange: () => void
  /** The service cannot go on: its data is damaged, or did not reopen after a restore. */
  onLost: (error: unknown) => void
}

/** This computer's own service. */
export interface DesktopService {
  readonly local: LocalService
  readonly key: DesktopKey
  readonly holder: EngineHolder
  readonly bridge: Bridge
  readonly api: ApiServer
  /** The stored settings, as they are now. */
  readonly saved: () => Settings
  /** The demo's key, at the first start only. */
  readonly demo: Demo | null
}

/**
 * The part of the desktop's composition that needs no window: folder lock, `/v1` server, engine, bridge, control
 * socket.
 *
 * @throws ServiceError `error.folder_in_use`, `error.data_key`
 * @throws DatabaseError for an unusable database
 */
export async function openService(options: DesktopServiceOptions): Promise<DesktopService> {
  const { start, settings, logger, shutdown, policy } = options
  const key = chooseDesktopKey(app.getPath('userData'), start.keyFile)
  const inHand = createInHand()
  const holder = createEngineHolder({
    engine: {
      get dataDir() {
        return local.dataDir()
      },
      version: app.getVersion(),
      dataKey: key.source,
      logger,
      fixedSettings: start.fixed,
      network: () => ({ ownPorts: ownPorts(api.state()) }),
      onDamage: (file, damage) =>
        options.onLost(new DatabaseError('corrupt', file, `${file} is damaged: ${damage.slice(0, 3).join('; ')}`)),
    },
    settle: () => inHand.settle(SETTLE_MS),
    onLost: options.onLost,
  })
  const saved = followSettings(holder.current, start.dataDir)
  const api = createApiServer({
    engine: holder.current,
    inHand,
    logger,
    onChange: () => {
      holder.current()?.setNetwork({ ownPorts: ownPorts(api.state()) })
      options.onApiChange()
    },
  })
  const desktop = createShellState({
    settings,
    hasTray: options.hasTray,
    setStartWithSystem: startWithSystem({
      app,
      platform: process.platform,
      environment: process.env,
      home: homedir(),
      program: process.execPath,
    }),
    updates: options.updates,
    keyProtection: key.protection,
  })
  const bridge = countedBridge(
    createBridge({
      engine: holder.current,
      host: {
        baseUrl: api.baseUrl,
        api: api.state,
        desktop,
        services: options.services,
        issueLoginLink: () => null,
        restore: holder.restore,
        recentLog: logger.recent,
        policy,
        runRequest: createConsole(holder.current, () => ({ host: '127.0.0.1', port: api.state().port ?? 0 })),
      },
    }),
    inHand,
  )
  const local = createLocalService({
    dataDir: start.dataDir,
    fixed: start.fixed,
    holder,
    api,
    bridge: () => bridge,
    shutdown,
  })
  if (!options.staysStopped) await local.start()
  const engine = holder.current()
  const demo = engine === null || policy.isOff('demo') ? null : await ensureDemo(engine, true)
  return { local, key, holder, bridge, api, saved, demo }
}

const ownPorts = ({ state, port }: ApiState) => (state !== 'on' || port === null ? [] : [port])
