import { ServiceError } from '../domain/errors.ts'
import { noticeText } from '../domain/desk/notice.ts'
import { ensureDemo } from '../bridge/first-start.ts'
import { openPage, type OpenedPage } from './browser/open-page.ts'
import type { Globals } from './globals.ts'
import { createLogger } from './log.ts'
import { openService, type Service } from './open-service.ts'
import { greeting } from './serve-greeting.ts'
import { readTls, settingsGiven, type ServeOptions } from './serve-options.ts'
import { style } from './output/style.ts'

/** The longest that a stop may take. */
const STOP_MS = 5_000
/** The exit code of a service that lost its databases: unavailable. */
const LOST = 3

/** Serves until SIGTERM or SIGINT, then resolves; rejects if it cannot start or loses its databases. */
export async function serve(options: ServeOptions, globals: Globals): Promise<void> {
  const web = {
    host: options.host,
    port: options.port ?? null,
    tls: readTls(options),
    page: options.ui,
    allowedHosts: options.allowedHost,
  }
  const fixedSettings = settingsGiven(options)
  const { stopAsked, lost, onLost } = endings()
  const opened = openService({
    dataDir: globals.dataDir,
    keySource: globals.keySource,
    logger: createLogger(options.logLevel),
    web,
    fixedSettings,
    onLost,
  })
  let page: OpenedPage | null = null
  try {
    const service = await opened
    page = await announce(service, options, globals)
    await Promise.race([stopAsked, lost])
  } finally {
    page?.close()
    // Nothing may keep the process alive longer: unfinished work is as safe as after a crash.
    setTimeout(cutShort, STOP_MS).unref()
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

/** @returns the page, if it was to be opened */
async function announce(service: Service, options: ServeOptions, globals: Globals): Promise<OpenedPage | null> {
  const engine = service.engine()
  if (engine === null || service.baseUrl === null) throw new ServiceError('error.unavailable')
  const demo = options.demo && !service.policy.isOff('demo') ? await ensureDemo(engine, !globals.json) : null
  const uiUrl = service.issueLoginLink()
  const ready = { baseUrl: service.baseUrl, uiUrl, dataDir: service.dataDir }
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

/** What ends a service: a signal, or the loss of its databases. */
function endings(): { stopAsked: Promise<void>; lost: Promise<never>; onLost: (error: unknown) => void } {
  // A second signal changes nothing: the service is already stopping.
  const stopAsked = new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => resolve())
  })
  const lost = Promise.withResolvers<never>()
  lost.promise.catch(() => {})
  const onLost = (error: unknown) => {
    // Set now, because the stop that follows may be cut short.
    process.exitCode = LOST
    lost.reject(error)
  }
  return { stopAsked, lost: lost.promise, onLost }
}
