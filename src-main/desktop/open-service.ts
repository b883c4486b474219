import { homedir } from 'node:os'
import { app } from 'electron'
import { createConsole } from '../api/console.ts'
import type { ServicesShell } from '../bridge/bridge-host.ts'
import { createBridge, type Bridge } from '../bridge/bridge.ts'
import { claimWhenFree } from '../bridge/claim-when-free.ts'
import { startControlServer } from '../bridge/control-socket.ts'
import { countedBridge } from '../bridge/counted-bridge.ts'
import { createEngineHolder, type EngineHolder } from '../bridge/engine-holder.ts'
import { ensureDemo, type Demo } from '../bridge/first-start.ts'
import { createInHand } from '../bridge/in-hand.ts'
import type { HostPolicy } from '../bridge/policy.ts'
import type { DesktopState } from '../domain/desk/desktop.ts'
import { applySettings, type ApiState, type Settings } from '../domain/desk/settings.ts'
import { settingsOfFolder } from '../engine/engine.ts'
import { DatabaseError } from '../engine/folder-lock.ts'
import { createApiServer, type ApiServer } from './api-server.ts'
import { chooseDesktopKey, type DesktopKey } from './key-source.ts'
import type { RecentLog } from '../engine/desk/recent-log.ts'
import { followSettings } from './service-settings.ts'
import type { DesktopSettings } from './settings.ts'
import { createShellState } from './shell/shell-state.ts'
import { startWithSystem } from './shell/start-with-system.ts'
import type { Shutdown } from './shutdown.ts'
import type { StartOptions } from './start-options.ts'

/** Calls in progress get this long to finish; bulk work is aborted after the first. */
const ABORT_AFTER_MS = 2_000
const SETTLE_MS = 4_000

export interface DesktopServiceOptions {
  start: StartOptions
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

/** An open data folder that the app owns. */
export interface DesktopService {
  readonly dataDir: string
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
 * The part of the desktop's composition that needs no window: folder lock, `/v1` server, engine, bridge, control socket.
 *
 * @throws ServiceError `error.folder_in_use`, `error.data_key`
 * @throws DatabaseError for an unusable database
 */
export async function openService(options: DesktopServiceOptions): Promise<DesktopService> {
  const { start, settings, logger, shutdown, policy } = options
  const folder = await claimWhenFree(start.dataDir, 'desktop')
  shutdown.add('folder', () => folder.release())
  const { dataDir } = folder

  const key = chooseDesktopKey(app.getPath('userData'), start.keyFile)
  const inHand = createInHand()
  const holder = createEngineHolder({
    engine: {
      dataDir,
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
  const saved = followSettings(holder.current)
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
  shutdown.add('engine', () => holder.close())
  // The port before the engine: deliveries overdue to the inbox go out as soon as the engine opens.
  await api.apply(applySettings(settingsOfFolder(dataDir), start.fixed).api)
  const engine = await holder.open()

  const control = await startControlServer({ path: folder.owner.socket, bridge })
  shutdown.add('control socket', () => control.close(ABORT_AFTER_MS))
  shutdown.add('API', () => api.close(SETTLE_MS))
  const demo = policy.isOff('demo') ? null : await ensureDemo(engine, true)
  return { dataDir, key, holder, bridge, api, saved, demo }
}

const ownPorts = ({ state, port }: ApiState) => (state !== 'on' || port === null ? [] : [port])
