import { join } from 'node:path'
import { app, session } from 'electron'
import { RENDERER_DIR } from '../bridge/locations.ts'
import { readPolicy, withPolicy } from '../bridge/policy.ts'
import { silentLogger } from '../engine/kernel/ports.ts'
import { LINK_SCHEME, linkIn, placeOfLink } from './window/deep-link.ts'
import { guardDownloads } from './window/downloads.ts'
import { createExternalLinks } from './window/external-links.ts'
import { quitWith, requireSandbox } from './fail.ts'
import { showFirstKey } from './first-key.ts'
import { routeCalls } from './window/ipc-router.ts'
import { openLog } from './log.ts'
import { openService } from './open-service.ts'
import { guardNavigation } from './window/navigation.ts'
import { denyPermissions } from './window/permissions.ts'
import { registerAppScheme, serveRenderer } from './window/protocol.ts'
import { openSettings } from './settings.ts'
import { createServices } from './services/services.ts'
import { createShell, type Shell } from './shell/shell.ts'
import { orderShutdown } from './shutdown.ts'
import { readStartOptions } from './start-options.ts'
import { hasUnfinishedWork } from './updates/unfinished-work.ts'
import { createUpdates } from './updates/updates.ts'
import { chooseLanguage, wordsOf } from './words.ts'

/** Events of this computer that its window hears wherever it looks. */
const OF_SHELL: ReadonlySet<string> = new Set(['place.asked', 'services.changed'])

let logger = silentLogger
let shell: Shell | null = null
/** The link the app was started with, until a window can follow it. */
let firstLink = linkIn(process.argv)

app.enableSandbox()
registerAppScheme()
const shutdown = orderShutdown(app, () => logger)
const fail = (error: unknown) => quitWith(error, logger)

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

/** The composition of the desktop host: the service on its folder, then the window. */
async function start(): Promise<void> {
  const log = openLog(app.getPath('logs'))
  logger = log
  requireSandbox()
  const settings = openSettings()
  const policy = readPolicy()
  const given = readStartOptions(app)
  const options = { ...given, fixed: withPolicy(given.fixed, policy.policy) }
  const updates = createUpdates({
    isPackaged: app.isPackaged,
    platform: process.platform,
    environment: process.env,
    resources: process.resourcesPath,
    policy: policy.policy.updates,
    logger,
    onChange: () => shell?.onLive({ name: 'service.changed', data: {} }, true),
    onReady: ({ version }) => shell?.showUpdate(version),
  })
  // Added first, hence the last step.
  shutdown.add('update', updates.installAtQuit)
  const services = createServices({
    userData: app.getPath('userData'),
    version: app.getVersion(),
    policy,
    words: () => words,
    settings,
    local: () => opened.local,
    logger: log,
    send: (event) => shell?.sendToWindow(event),
    reload: () => shell?.reload(),
  })
  shutdown.add('services', services.close)
  const opened = await openService({
    start: options,
    staysStopped: settings.isLocalStopped() && (await services.hasChosen()),
    policy,
    updates: updates.state,
    services: services.shell,
    settings,
    logger: log,
    shutdown,
    hasTray: () => shell?.hasTray() ?? false,
    onApiChange: () => {
      shell?.refresh()
      shell?.onLive({ name: 'service.changed', data: {} }, services.isLocal())
    },
    onLost: fail,
  })
  const { local, key, holder, bridge, api, saved, demo } = opened
  // Added last, hence the first step: the engine still runs.
  shutdown.add('unfinished work', async () => {
    const engine = holder.current()
    if (local.isRunning() && (engine === null || (await hasUnfinishedWork(engine)))) updates.postpone()
  })
  const language = () => chooseLanguage(saved().language, app.getPreferredSystemLanguages())
  const words = wordsOf(language)

  const links = createExternalLinks({ words, baseUrl: api.baseUrl })
  guardNavigation(app, links)
  denyPermissions(session.defaultSession)
  guardDownloads(session.defaultSession, { app, words, shutdown })
  serveRenderer(RENDERER_DIR)
  const routed = services.route(bridge)
  routeCalls(() => (holder.current() === null && services.isLocal() ? null : routed))
  const own = createShell({
    app,
    settings,
    words,
    locale: language,
    shutdown,
    links,
    logger,
    api,
    dataDir: local.dataDir(),
    preload: builtFile('preload/index.cjs'),
    iconFolder: builtFile('../resources/icons'),
  })
  shell = own
  holder.live.on((event) => {
    own.onLive(event, services.isLocal() || OF_SHELL.has(event.name))
    if (event.name !== 'settings.changed' && event.name !== 'service.changed') return
    void api.apply(saved().api)
    own.refresh()
  })
  await services.open()
  await own.open(firstLink === null ? null : placeOfLink(firstLink), options.hidden)
  if (key.protection === 'none' && settings.claimHint('key')) own.warn(words('key.title'), words('key.text'))
  updates.start().catch((error: unknown) => logger.log('warn', 'the feed cannot be opened', { error: String(error) }))
  if (demo !== null) await showFirstKey(demo, api.baseUrl() ?? `http://127.0.0.1:${saved().api.port}/v1`, words)
}

const builtFile = (path: string) => join(import.meta.dirname, '..', path)
