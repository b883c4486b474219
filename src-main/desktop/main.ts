import { join } from 'node:path'
import { app, dialog, session, type BrowserWindow } from 'electron'
import envPaths from 'env-paths'
import { createBridge } from '../bridge/bridge.ts'
import { startControlServer } from '../bridge/control-socket.ts'
import { countedBridge } from '../bridge/counted-bridge.ts'
import { createEngineHolder } from '../bridge/engine-holder.ts'
import { claimFolder } from '../bridge/folder-owner.ts'
import { createInHand } from '../bridge/in-hand.ts'
import { folderInUse } from '../bridge/owner-note.ts'
import { silentLogger, type Logger } from '../engine/ports.ts'
import { openApiServer, type ApiServer } from './api-server.ts'
import { routeCalls, streamEvents } from './ipc-router.ts'
import { openLog } from './log.ts'
import { guardNavigation } from './navigation.ts'
import { denyPermissions } from './permissions.ts'
import { registerAppScheme, serveRenderer } from './protocol.ts'
import { safeStorageKey, storageWarning } from './safe-storage-key.ts'
import { openSettings } from './settings.ts'
import { orderShutdown } from './shutdown.ts'
import { focusWindow, openWindow } from './window.ts'

const API_PORT = 4010
/** Calls in hand have this long to end when the app quits; bulk work is told to end after the first. */
const ABORT_AFTER_MS = 2_000
const SETTLE_MS = 4_000
/** As the command line has it: what cannot be opened ends with 3. */
const EXIT_UNAVAILABLE = 3

const built = (folder: string) => join(import.meta.dirname, '..', folder)

let logger: Logger = silentLogger
let window: BrowserWindow | null = null

app.enableSandbox()
registerAppScheme()
guardNavigation(app)
const shutdown = orderShutdown(app, () => logger)

if (app.requestSingleInstanceLock()) {
  app.on('second-instance', () => focusWindow(window))
  app.on('window-all-closed', () => app.quit())
  app.whenReady().then(start).catch(fail)
} else {
  app.quit()
}

/** The composition of the desktop host: folder lock, engine, bridge, control socket, `/v1` server, window. */
async function start(): Promise<void> {
  logger = openLog(app.getPath('logs'))
  const warning = storageWarning()
  if (warning !== null) logger.log('warn', warning)

  const dataDir = app.commandLine.getSwitchValue('data-dir') || envPaths('fuelcard-desk', { suffix: '' }).data
  const folder = claimFolder(dataDir, 'desktop')
  if (folder === null) throw folderInUse(dataDir)
  shutdown.add('folder', () => folder.release())

  const inHand = createInHand()
  const holder = createEngineHolder({
    engine: { dataDir: folder.dataDir, version: app.getVersion(), dataKey: safeStorageKey(app.getPath('userData')), logger, network: () => ({ ownPorts: [API_PORT] }) },
    settle: () => inHand.settle(SETTLE_MS),
    onLost: fail,
  })
  shutdown.add('engine', () => holder.close())

  let api: ApiServer | null = null
  const host = { baseUrl: () => api?.baseUrl ?? null, issueLoginLink: () => null, restore: holder.restore }
  const bridge = countedBridge(createBridge({ engine: holder.current, host }), inHand)
  await holder.open()

  const actor = { type: 'clerk', id: null, name: 'The command line on this computer' } as const
  const control = await startControlServer({ path: folder.owner.socket, bridge, actor })
  shutdown.add('control socket', () => control.close(ABORT_AFTER_MS))

  api = await openApiServer({ engine: holder.current, inHand, port: API_PORT }).catch((error: unknown) => {
    // Another program has the port: the app is of use without its API, and says that it is off.
    logger.log('warn', 'the API does not listen', { port: API_PORT, error: String(error) })
    return null
  })
  const server = api
  if (server !== null) shutdown.add('API', () => server.close(SETTLE_MS))

  denyPermissions(session.defaultSession)
  serveRenderer(built('renderer'))
  routeCalls(() => (holder.current() === null ? null : bridge))
  window = await openWindow({ settings: openSettings(), preload: join(built('preload'), 'index.cjs') })
  streamEvents(holder.live, window)
}

/** Says why the app cannot go on, in the words of the error, and ends it. */
function fail(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error)
  logger.log('error', 'the app cannot go on', { error: error instanceof Error ? error.stack : message })
  dialog.showErrorBox('Fuelcard Desk cannot open', message)
  process.exitCode = EXIT_UNAVAILABLE
  app.quit()
}
