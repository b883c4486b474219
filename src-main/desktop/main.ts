import { homedir } from 'node:os'
import { join } from 'node:path'
import { app, dialog, session } from 'electron'
import { createConsole } from '../api/console.ts'
import { createBridge } from '../bridge/bridge.ts'
import { startControlServer } from '../bridge/control-socket.ts'
import { countedBridge } from '../bridge/counted-bridge.ts'
import { createEngineHolder } from '../bridge/engine-holder.ts'
import { ensureDemo } from '../bridge/first-start.ts'
import { claimFolder } from '../bridge/folder-owner.ts'
import { createInHand } from '../bridge/in-hand.ts'
import { folderInUse } from '../bridge/owner-note.ts'
import { RENDERER_DIR } from '../bridge/locations.ts'
import { applySettings, type ApiState } from '../domain/desk/settings.ts'
import { settingsOfFolder } from '../engine/engine.ts'
import { DatabaseError } from '../engine/folder-lock.ts'
import { silentLogger } from '../engine/kernel/ports.ts'
import { createApiServer } from './api-server.ts'
import { LINK_SCHEME, linkIn, placeOfLink } from './window/deep-link.ts'
import { guardDownloads } from './window/downloads.ts'
import { createExternalLinks } from './window/external-links.ts'
import { showFirstKey } from './first-key.ts'
import { routeCalls } from './window/ipc-router.ts'
import { chooseDesktopKey } from './key-source.ts'
import { openLog } from './log.ts'
import { guardNavigation } from './window/navigation.ts'
import { denyPermissions } from './window/permissions.ts'
import { registerAppScheme, serveRenderer } from './window/protocol.ts'
import { followSettings } from './service-settings.ts'
import { openSettings } from './settings.ts'
import { createShell, type Shell } from './shell/shell.ts'
import { createShellState } from './shell/shell-state.ts'
import { orderShutdown } from './shutdown.ts'
import { readStartOptions } from './start-options.ts'
import { startWithSystem } from './shell/start-with-system.ts'
import { chooseLanguage, wordsOf } from './words.ts'

/** Calls under way have this long to end; bulk work is aborted after the first. */
const ABORT_AFTER_MS = 2_000
const SETTLE_MS = 4_000
/** The command line's exit code for a service that cannot be opened. */
const EXIT_UNAVAILABLE = 3

let logger = silentLogger
let shell: Shell | null = null
/** The link the app was started with, until a window can follow it. */
let firstLink = linkIn(process.argv)

app.enableSandbox()
registerAppScheme()
const shutdown = orderShutdown(app, () => logger)

if (app.requestSingleInstanceLock()) {
  const follow = (link: string | null) => {
    if (shell === null) firstLink = link ?? firstLink
    else shell.follow(link)
  }
  app.on('second-instance', (_event, words) => follow(linkIn(words)))
  app.on('open-url', (event, link) => {
    event.preventDefault()
    follow(link)
  })
  app.on('activate', () => shell?.show())
  app.on('window-all-closed', () => app.quit())
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME)
  app.whenReady().then(start).catch(fail)
} else {
  app.quit()
}

/** The composition of the desktop host: folder lock, engine, bridge, control socket, `/v1` server, window. */
async function start(): Promise<void> {
  const log = openLog(app.getPath('logs'))
  logger = log
  const settings = openSettings()
  const options = readStartOptions(app)
  const folder = claimFolder(options.dataDir, 'desktop')
  if (folder === null) throw folderInUse(options.dataDir)
  shutdown.add('folder', () => folder.release())

  const key = chooseDesktopKey(app.getPath('userData'), options.keyFile)
  const inHand = createInHand()
  const holder = createEngineHolder({
    engine: {
      dataDir: folder.dataDir,
      version: app.getVersion(),
      dataKey: key.source,
      logger,
      fixedSettings: options.fixed,
      network: () => ({ ownPorts: ownPorts(api.state()) }),
      onDamage: (file, damage) =>
        fail(new DatabaseError('corrupt', file, `${file} is damaged: ${damage.slice(0, 3).join('; ')}`)),
    },
    settle: () => inHand.settle(SETTLE_MS),
    onLost: fail,
  })
  const service = followSettings(holder.current)
  const language = () => chooseLanguage(service().language, app.getPreferredSystemLanguages())
  const words = wordsOf(language)
  const api = createApiServer({
    engine: holder.current,
    inHand,
    logger,
    onChange: () => {
      holder.current()?.setNetwork({ ownPorts: ownPorts(api.state()) })
      shell?.refresh()
      shell?.onLive({ name: 'service.changed', data: {} })
    },
  })
  const setStartWithSystem = startWithSystem({
    app,
    platform: process.platform,
    environment: process.env,
    home: homedir(),
    program: process.execPath,
  })
  const desktop = createShellState({
    settings,
    hasTray: () => shell?.hasTray() ?? false,
    setStartWithSystem,
    isPackaged: app.isPackaged,
    keyProtection: key.protection,
  })
  const bridge = countedBridge(
    createBridge({
      engine: holder.current,
      host: {
        baseUrl: api.baseUrl,
        api: api.state,
        desktop,
        issueLoginLink: () => null,
        restore: holder.restore,
        recentLog: log.recent,
        runRequest: createConsole(holder.current, () => ({ host: '127.0.0.1', port: api.state().port ?? 0 })),
      },
    }),
    inHand,
  )
  shutdown.add('engine', () => holder.close())
  // The port before the engine: deliveries overdue to the inbox go out as soon as the engine opens.
  await api.apply(applySettings(settingsOfFolder(folder.dataDir), options.fixed).api)
  const engine = await holder.open()

  const control = await startControlServer({
    path: folder.owner.socket,
    bridge,
    actor: { type: 'clerk', id: null, name: 'The command line on this computer' },
  })
  shutdown.add('control socket', () => control.close(ABORT_AFTER_MS))
  shutdown.add('API', () => api.close(SETTLE_MS))
  const demo = await ensureDemo(engine, true)

  const links = createExternalLinks({ words, baseUrl: api.baseUrl })
  guardNavigation(app, links)
  denyPermissions(session.defaultSession)
  guardDownloads(session.defaultSession, { app, words, shutdown })
  serveRenderer(RENDERER_DIR)
  routeCalls(() => (holder.current() === null ? null : bridge))
  const own = createShell({
    app,
    settings,
    words,
    locale: language,
    shutdown,
    links,
    logger,
    api,
    dataDir: folder.dataDir,
    preload: builtFile('preload/index.cjs'),
    iconFolder: builtFile('../resources/icons'),
  })
  shell = own
  holder.live.on((event) => {
    own.onLive(event)
    if (event.name !== 'settings.changed' && event.name !== 'service.changed') return
    void api.apply(service().api)
    own.refresh()
  })
  await own.open(firstLink === null ? null : placeOfLink(firstLink), options.hidden)
  if (key.protection === 'none' && settings.claimHint('key')) own.warn(words('key.title'), words('key.text'))
  if (demo !== null) await showFirstKey(demo, api.baseUrl() ?? `http://127.0.0.1:${service().api.port}/v1`, words)
}

const builtFile = (path: string) => join(import.meta.dirname, '..', path)
const ownPorts = ({ state, port }: ApiState) => (state !== 'on' || port === null ? [] : [port])

/** Shows the error's message and quits. */
function fail(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error)
  logger.log('error', 'the app cannot go on', { error: error instanceof Error ? error.stack : message })
  dialog.showErrorBox(wordsOf(() => chooseLanguage(null, app.getPreferredSystemLanguages()))('fail.title'), message)
  process.exitCode = EXIT_UNAVAILABLE
  app.quit()
}
