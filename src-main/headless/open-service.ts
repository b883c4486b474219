import { createConsole } from '../api/console.ts'
import { createBridge } from '../bridge/bridge.ts'
import { claimWhenFree } from '../bridge/claim-when-free.ts'
import { startControlServer } from '../bridge/control-socket.ts'
import { givenKeySource } from '../bridge/data-key-sources.ts'
import { countedBridge } from '../bridge/counted-bridge.ts'
import { createEngineHolder, type EngineHolder } from '../bridge/engine-holder.ts'
import type { OwnedFolder } from '../bridge/folder-owner.ts'
import { createInHand } from '../bridge/in-hand.ts'
import { productVersion } from '../bridge/locations.ts'
import { readPolicy, withPolicy } from '../bridge/policy.ts'
import { readStoreOwner } from '../engine/store/store-logins.ts'
import { settingsOfFolder } from '../engine/open-stores.ts'
import { DatabaseError } from '../engine/folder-lock.ts'
import { systemClock } from '../engine/kernel/ports.ts'
import { keepRecent } from '../engine/desk/recent-log.ts'
import { isLoopbackHost } from '../net/address.ts'
import { localPortBeside, openWeb, type Web } from './page/web.ts'
import type { Service, ServiceOptions } from './service.ts'

/** A command beside the instances of a cluster does one thing after the other. */
const COMMAND_CONNECTIONS = 3
/** The parts of a stop's time: bulk work is aborted after the first; nothing is waited for beyond the second. */
const ABORT_AFTER = 0.4
const SETTLE_WITHIN = 0.8

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
  const { stopMs = 5_000 } = options
  const settleMs = stopMs * SETTLE_WITHIN
  let draining = false
  let web: Web | null = null
  const holder = createEngineHolder({
    engine: {
      dataDir: folder.dataDir,
      store: options.store,
      storeOwner: options.storeOwner === undefined ? undefined : readStoreOwner(options.storeOwner),
      storeConnections: options.storeConnections ?? (options.web === null ? COMMAND_CONNECTIONS : undefined),
      version: productVersion(),
      dataKey: options.store === undefined ? options.keySource : givenKeySource(options.keySource),
      logger,
      fixedSettings,
      publicUrl: options.web?.publicUrl ?? null,
      network: () => ({
        serviceOnLoopback: options.web === null || isLoopbackHost(options.web.host),
        isShared: options.web?.publicUrl != null,
        importFolders: options.importFolders ?? null,
        publicUrl: options.web?.publicUrl ?? null,
        ownPorts: web?.ports ?? [],
      }),
      // Nothing is sent without a service: a command must not wait for receivers, nor count a missing inbox as failed.
      runsWork: options.web !== null,
      onDamage: (file, damage) =>
        options.onLost(new DatabaseError('corrupt', file, `${file} is damaged: ${damage.slice(0, 3).join('; ')}`)),
    },
    settle: () => inHand.settle(settleMs),
    onLost: options.onLost,
  })
  const issueLoginLink = async () => {
    const sessions = holder.current()?.sessions
    return sessions === undefined || web?.pageOrigin == null
      ? null
      : `${web.pageOrigin}/#login=${await sessions.issueLoginToken()}`
  }
  const runRequest = createConsole(holder.current, () => ({ host: '127.0.0.1', port: web?.ports[0] ?? 0 }))
  const bridge = countedBridge(
    createBridge({
      engine: holder.current,
      host: {
        baseUrl: () => web?.baseUrl ?? null,
        inboxOrigin: () => web?.localOrigin ?? null,
        issueLoginLink,
        invitationLink: (token) => {
          const page = web?.publicUrl ?? web?.pageOrigin ?? null
          return page === null ? null : `${page.replace(/\/$/, '')}/#invitation=${token}`
        },
        restore: holder.restore,
        runRequest,
        recentLog: logger.recent,
        policy,
      },
    }),
    inHand,
  )
  try {
    if (options.web !== null) {
      const stored = settingsOfFolder(folder.dataDir, options.store).api.port
      const port = fixedSettings.api?.port ?? options.web.port ?? stored
      const localPort = options.web.localPort ?? localPortBeside(port, stored)
      const { logger } = options
      const away = () => draining
      web = await openWeb(
        { ...options.web, port, localPort },
        { engine: holder.current, live: holder.live, bridge, inHand, logger, away },
      )
    }
    if (options.openEngine ?? true) await holder.open()
    const control = await startControlServer({ path: folder.owner.socket, bridge })
    const others = () => control.close(stopMs * ABORT_AFTER)
    const doors = () => web?.close(settleMs) ?? Promise.resolve()
    return {
      dataDir: folder.dataDir,
      bridge,
      policy,
      engine: holder.current,
      web,
      issueLoginLink,
      stop: () => {
        draining = true
        if (web === null || web.ports.length === 1) return close(folder, holder, [others, doors])
        // Others see the state, and get an answer, until the work in hand has ended.
        web.drain()
        return close(folder, holder, [others], doors)
      },
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
  lastDoor: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  try {
    const closed = doors.map((door) => door())
    await holder.close()
    await lastDoor()
    await Promise.all(closed)
  } finally {
    folder.release()
  }
}
