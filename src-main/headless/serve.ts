import { readFileSync } from 'node:fs'
import { ServiceError } from '../domain/errors.ts'
import { noticeText } from '../domain/desk/notice.ts'
import type { SettingsChange } from '../domain/desk/settings.ts'
import type { LogLevel } from '../engine/kernel/ports.ts'
import { isLoopbackHost } from '../net/address.ts'
import { ensureDemo } from '../bridge/first-start.ts'
import type { Globals } from './globals.ts'
import { createLogger } from './log.ts'
import { readCertificates, readNetworks } from './network-options.ts'
import { openBrowser } from './open-browser.ts'
import { openService, type Service } from './open-service.ts'
import { greeting } from './serve-greeting.ts'
import { style } from './output/style.ts'
import { fileError, UsageError } from './usage-error.ts'

export interface ServeOptions {
  /** Undefined for the stored one. */
  port?: number
  host: string
  demo: boolean
  ui: boolean
  open: boolean
  rateLimitSandbox?: number
  rateLimitProduction?: number
  allowedHost: readonly string[]
  tlsCert?: string
  tlsKey?: string
  insecureHttp: boolean
  allowPrivateDestinations?: string
  corsOrigin: readonly string[]
  extraCa?: string
  logLevel: LogLevel
}

/** A stop takes no longer, whatever is under way (experience, *The command line*). */
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
  try {
    const service = await opened
    await announce(service, options, globals)
    await Promise.race([stopAsked, lost])
  } finally {
    // Nothing may keep the process alive longer: unfinished work is as safe as after a crash.
    setTimeout(cutShort, STOP_MS).unref()
    await opened.then(
      (service) => service.stop(),
      () => {},
    )
  }
}

function cutShort(): never {
  process.stderr.write('The stop was cut short: what was still in hand is taken up by the next start.\n')
  process.exit(process.exitCode ?? 0)
}

async function announce(service: Service, options: ServeOptions, globals: Globals): Promise<void> {
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
  if (options.open && uiUrl !== null) openBrowser(uiUrl)
}

/** The flags as settings, which override the stored ones in this run. */
function settingsGiven({
  port,
  rateLimitSandbox,
  rateLimitProduction,
  allowPrivateDestinations,
  corsOrigin,
  extraCa,
}: ServeOptions): SettingsChange {
  const rateLimits = {
    ...(rateLimitSandbox === undefined ? {} : { sandbox: rateLimitSandbox }),
    ...(rateLimitProduction === undefined ? {} : { production: rateLimitProduction }),
  }
  return {
    // `serve` always serves the API.
    api: { enabled: true, ...(port === undefined ? {} : { port }) },
    rateLimits,
    ...(allowPrivateDestinations === undefined ? {} : { allowedNetworks: readNetworks(allowPrivateDestinations) }),
    ...(corsOrigin.length === 0 ? {} : { corsOrigins: [...corsOrigin] }),
    ...(extraCa === undefined ? {} : { extraCa: readCertificates(extraCa).join('\n') }),
  }
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

/** @throws UsageError for plain HTTP beyond this machine, unless expressly allowed */
function readTls({ host, tlsCert, tlsKey, insecureHttp }: ServeOptions): { cert: string; key: string } | null {
  if (tlsCert !== undefined && tlsKey !== undefined) return { cert: readPem(tlsCert), key: readPem(tlsKey) }
  if (tlsCert !== undefined || tlsKey !== undefined) throw new UsageError('--tls-cert and --tls-key belong together')
  if (isLoopbackHost(host) || insecureHttp) return null
  throw new UsageError(
    `Listening on ${host} sends API keys over the network: give --tls-cert and --tls-key, or say --insecure-http`,
  )
}

function readPem(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw fileError(`${file} cannot be read`, error)
  }
}
