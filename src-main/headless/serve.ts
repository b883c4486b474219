import { ServiceError } from '../domain/errors.ts'
import { noticeText } from '../domain/desk/notice.ts'
import { ensureDemo } from '../bridge/first-start.ts'
import { openPage, type OpenedPage } from './browser/open-page.ts'
import type { Globals } from './globals.ts'
import { commandLine } from './invocation.ts'
import { createLogger } from './log.ts'
import { openService } from './open-service.ts'
import type { Service } from './service.ts'
import { greeting } from './serve-greeting.ts'
import {
  drainMs,
  readImportFolders,
  readPublicUrl,
  readStoreConnections,
  readTls,
  settingsGiven,
  type ServeOptions,
} from './serve-options.ts'
import { UsageError } from './usage-error.ts'
import { watchCertificate } from './page/watch-certificate.ts'
import type { Logger } from '../engine/kernel/ports.ts'
import { style } from './output/style.ts'

/** The exit code of a service that lost its databases: unavailable. */
const LOST = 3

/** Serves until SIGTERM or SIGINT, then resolves; rejects if it cannot start or loses its databases. */
export async function serve(options: ServeOptions, globals: Globals): Promise<void> {
  const publicUrl = readPublicUrl(options)
  const tls = readTls(options)
  const web = {
    host: options.host,
    port: options.port ?? null,
    localPort: options.localPort ?? null,
    tls: tls?.pair ?? null,
    page: options.ui,
    allowedHosts: options.allowedHost,
    publicUrl,
    trustedProxies: options.trustedProxy,
  }
  const fixedSettings = settingsGiven(options)
  const stopMs = drainMs(options)
  const logger = createLogger(options.logLevel)
  const { stopAsked, lost, onLost } = endings(tls !== null, logger)
  const opened = openService({
    dataDir: globals.dataDir,
    store: globals.store,
    storeOwner: globals.store === undefined ? undefined : globals.storeOwner,
    storeConnections: readStoreConnections(options, globals.store),
    keySource: globals.keySource,
    logger,
    web,
    fixedSettings,
    stopMs,
    importFolders: readImportFolders(options),
    onLost,
  })
  let page: OpenedPage | null = null
  let endWatch = () => {}
  try {
    const service = await opened
    if (publicUrl !== null && options.ui) await requireAdministrator(service, publicUrl, globals)
    if (tls !== null) endWatch = renewing(tls, service, logger)
    page = await announce(service, options, globals)
    await Promise.race([stopAsked, lost])
  } finally {
    page?.close()
    endWatch()
    // Nothing may keep the process alive longer: unfinished work is as safe as after a crash.
    setTimeout(cutShort, stopMs).unref()
    await opened.then(
      (service) => service.stop(),
      () => {},
    )
  }
}

function cutShort(): never {
  process.stderr.write('The stop was cut short: the next start resumes the unfinished work.\n')
  process.exit(process.exitCode ?? 0)
}

/** @throws UsageError if nobody could let people in: a page that only the machine itself can administer does not serve a team */
async function requireAdministrator(service: Service, publicUrl: string, globals: Globals): Promise<void> {
  if ((await service.engine()?.people.canSignIn()) === true) return
  const command = commandLine(
    globals.dataDirAsked,
    'people add --administrator --email you@fleet.example --name "Your name"',
  )
  throw new UsageError(
    `No administrator can sign in at ${publicUrl} yet. Invite one first, start again, and open the link there:\n  ${command}`,
  )
}

/** @returns the page, if it was to be opened */
async function announce(service: Service, options: ServeOptions, globals: Globals): Promise<OpenedPage | null> {
  const engine = service.engine()
  const { web } = service
  if (engine === null || web === null) throw new ServiceError('error.unavailable')
  const demo = options.demo && !service.policy.isOff('demo') ? await ensureDemo(engine, !globals.json) : null
  const uiUrl = await service.issueLoginLink()
  const ready = {
    baseUrl: web.baseUrl,
    uiUrl,
    dataDir: service.dataDir,
    // Only where others reach it: there are two listeners then.
    ...(web.ports.length > 1
      ? { publicUrl: web.publicUrl, listensAt: web.listensAt, localUrl: `${web.localOrigin}/v1` }
      : {}),
  }
  if (globals.json) process.stdout.write(`${JSON.stringify({ event: 'ready', ...ready, pid: process.pid })}\n`)
  else
    process.stdout.write(
      greeting({
        ...ready,
        version: engine.version,
        demo,
        projects: await engine.projects.list(),
        dataDirAsked: globals.dataDirAsked,
      }),
    )
  for (const notice of globals.json ? [] : engine.notices())
    process.stderr.write(`${style.yellow('Attention:')} ${noticeText(notice)}\n`)
  if (uiUrl === null || !(options.open || options.window)) return null
  return openPage({ url: uiUrl, dataDir: service.dataDir, ownWindow: options.window })
}

/** Follows the files of the certificate, and SIGHUP. @returns how to stop it */
function renewing(
  { pair, ...files }: NonNullable<ReturnType<typeof readTls>>,
  service: Service,
  logger: Logger,
): () => void {
  const certificate = watchCertificate(files, pair, (next) => service.web?.setCertificate(next), logger)
  process.on('SIGHUP', certificate.reload)
  // The signal stays listened to: during a stop, it must not end the process.
  return certificate.close
}

/**
 * What ends a service: a signal, or the loss of its databases.
 *
 * @param renews whether SIGHUP asks for the certificate to be read again, as servers have it
 */
function endings(
  renews: boolean,
  logger: Logger,
): {
  stopAsked: Promise<void>
  lost: Promise<never>
  onLost: (error: unknown) => void
} {
  // A second signal changes nothing: the service is already stopping.
  const stopAsked = new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve())
    if (!renews) process.on('SIGHUP', () => resolve())
  })
  const lost = Promise.withResolvers<never>()
  lost.promise.catch(() => {})
  const onLost = (error: unknown) => {
    // Set now, because the stop that follows may be cut short.
    process.exitCode = LOST
    logger.log('error', 'the service ends', { error: error instanceof Error ? error.message : String(error) })
    lost.reject(error)
  }
  return { stopAsked, lost: lost.promise, onLost }
}
