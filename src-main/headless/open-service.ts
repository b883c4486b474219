import { createConsole } from '../api/console.ts'
import { createBridge, type Bridge } from '../bridge/bridge.ts'
import { claimWhenFree } from '../bridge/claim-when-free.ts'
import { startControlServer } from '../bridge/control-socket.ts'
import { countedBridge } from '../bridge/counted-bridge.ts'
import { createEngineHolder, type EngineHolder, type HostKeySource } from '../bridge/engine-holder.ts'
import type { OwnedFolder } from '../bridge/folder-owner.ts'
import { createInHand } from '../bridge/in-hand.ts'
import { productVersion } from '../bridge/locations.ts'
import { readPolicy, withPolicy, type HostPolicy } from '../bridge/policy.ts'
import type { SettingsChange } from '../domain/desk/settings.ts'
import { settingsOfFolder, type Engine } from '../engine/engine.ts'
import { DatabaseError } from '../engine/folder-lock.ts'
import { systemClock, type Logger } from '../engine/kernel/ports.ts'
import { keepRecent } from '../engine/desk/recent-log.ts'
import { isLoopbackHost } from '../net/address.ts'
import { commandLineActor } from './command-line-actor.ts'
import { openWeb, type Web, type WebOptions } from './page/web.ts'

export interface ServiceOptions {
  dataDir: string
  keySource: HostKeySource
  logger: Logger
  /** Null for a command without a service: only the control socket listens. Without a port, the stored one. */
  web: (Omit<WebOptions, 'port'> & { port: number | null }) | null
  /** Overrides the stored settings in this run. */
  fixedSettings?: SettingsChange
  /** A restore needs no open engine, and must work if none would open. */
  openEngine?: boolean
  /** The folder is damaged, or did not reopen after a restore. */
  onLost: (error: unknown) => void
}

/** An open data folder that this process owns. */
export interface Service {
  readonly dataDir: string
  readonly bridge: Bridge
  readonly policy: HostPolicy
  /** Null if the engine was not asked for, or while a restore runs. */
  readonly engine: () => Engine | null
  readonly baseUrl: string | null
  issueLoginLink(): string | null
  /** Takes no new work, lets work in hand end (4 s at most), closes, and releases the folder. */
  stop(): Promise<void>
}

/** Bulk work is aborted after the first; nothing is waited for beyond the second. */
const ABORT_AFTER_MS = 2_000
const SETTLE_MS = 4_000

/**
 * The composition of the headless host: lock, web server (answering 503), engine, bridge, control socket.
 *
 * @throws ServiceError `error.folder_in_use`, `error.unavailable` (port, policy), `error.data_key`
 * @throws DatabaseError for an unusable database
 */
export async function openService(options: ServiceOptions): Promise<Service> {
  const policy = readPolicy()
  if (options.web !== null) policy.requireApi()
  const fixedSettings = withPolicy(options.fixedSettings ?? {}, policy.policy)
  const folder = await claimWhenFree(options.dataDir, options.web === null ? 'command' : 'serve')
  const inHand = createInHand()
  const logger = keepRecent(options.logger, systemClock)
  let web: Web | null = null
  const holder = createEngineHolder({
    engine: {
      dataDir: folder.dataDir,
      version: productVersion(),
      dataKey: options.keySource,
      logger,
      fixedSettings,
      network: () => ({
        serviceOnLoopback: options.web === null || isLoopbackHost(options.web.host),
        ownPorts: web === null ? [] : [web.port],
      }),
      // Nothing is sent without a service: a command must not wait for receivers, nor count a missing inbox as failed.
      runsWork: options.web !== null,
      onDamage: (file, damage) =>
        options.onLost(new DatabaseError('corrupt', file, `${file} is damaged: ${damage.slice(0, 3).join('; ')}`)),
    },
    settle: () => inHand.settle(SETTLE_MS),
    onLost: options.onLost,
  })
  const issueLoginLink = () => {
    const sessions = holder.current()?.sessions
    return sessions === undefined || web?.pageOrigin == null
      ? null
      : `${web.pageOrigin}/#login=${sessions.issueLoginToken()}`
  }
  const runRequest = createConsole(holder.current, () => ({ host: '127.0.0.1', port: web?.port ?? 0 }))
  const bridge = countedBridge(
    createBridge({
      engine: holder.current,
      host: {
        baseUrl: () => web?.baseUrl ?? null,
        issueLoginLink,
        restore: holder.restore,
        runRequest,
        recentLog: logger.recent,
        policy,
      },
    }),
    inHand,
  )
  try {
    if (options.web !== null)
      web = await openWeb(
        {
          ...options.web,
          port: fixedSettings.api?.port ?? options.web.port ?? settingsOfFolder(folder.dataDir).api.port,
        },
        { engine: holder.current, live: holder.live, bridge, inHand, logger: options.logger },
      )
    if (options.openEngine ?? true) await holder.open()
    const control = await startControlServer({ path: folder.owner.socket, bridge, actor: commandLineActor() })
    const doors = [() => control.close(ABORT_AFTER_MS), () => web?.close(SETTLE_MS) ?? Promise.resolve()]
    return {
      dataDir: folder.dataDir,
      bridge,
      policy,
      engine: holder.current,
      baseUrl: web?.baseUrl ?? null,
      issueLoginLink,
      stop: () => close(folder, holder, doors),
    }
  } catch (error) {
    await close(folder, holder, [() => web?.close(0) ?? Promise.resolve()])
    throw error
  }
}

/** Servers and engine close together: each server waits for its own requests, the engine for all of them. */
async function close(
  folder: OwnedFolder,
  holder: EngineHolder,
  doors: readonly (() => Promise<void>)[],
): Promise<void> {
  try {
    const closed = doors.map((door) => door())
    await holder.close()
    await Promise.all(closed)
  } finally {
    folder.release()
  }
}
