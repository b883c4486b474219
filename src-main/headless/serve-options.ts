import { statSync } from 'node:fs'
import { parseOrigin, type SettingsChange } from '../domain/desk/settings.ts'
import type { LogLevel } from '../engine/kernel/ports.ts'
import { isLoopbackHost } from '../net/address.ts'
import type { Certificate } from '../api/http/web-server.ts'
import { userPath } from './invocation.ts'
import { readCertificates, readNetworks } from './network-options.ts'
import { readCertificate, type CertificateFiles } from './page/watch-certificate.ts'
import { fileError, UsageError } from './usage-error.ts'

export interface ServeOptions {
  /** By default the stored one. */
  port?: number
  host: string
  demo: boolean
  ui: boolean
  open: boolean
  window: boolean
  rateLimitSandbox?: number
  rateLimitProduction?: number
  allowedHost: readonly string[]
  tlsCert?: string
  tlsKey?: string
  insecureHttp: boolean
  publicUrl?: string
  /** In CIDR form. */
  trustedProxy: readonly string[]
  localPort?: number
  drainSeconds?: number
  storeConnections?: number
  importFolder: readonly string[]
  allowPrivateDestinations?: string
  corsOrigin: readonly string[]
  extraCa?: string
  logLevel: LogLevel
}

/** The flags as settings, which override the stored ones in this run. */
export function settingsGiven({
  port,
  rateLimitSandbox,
  rateLimitProduction,
  allowPrivateDestinations,
  corsOrigin,
  extraCa,
  publicUrl,
}: ServeOptions): SettingsChange {
  const rateLimits = {
    ...(rateLimitSandbox === undefined ? {} : { sandbox: rateLimitSandbox }),
    ...(rateLimitProduction === undefined ? {} : { production: rateLimitProduction }),
  }
  return {
    // `serve` always serves the API.
    api: { enabled: true, ...(port === undefined ? {} : { port }) },
    rateLimits,
    // Where others give destinations, the flag alone counts: no role may open this machine's networks.
    ...(allowPrivateDestinations === undefined
      ? publicUrl === undefined
        ? {}
        : { allowedNetworks: [] }
      : { allowedNetworks: readNetworks(allowPrivateDestinations) }),
    ...(corsOrigin.length === 0 ? {} : { corsOrigins: [...corsOrigin] }),
    ...(extraCa === undefined ? {} : { extraCa: readCertificates(extraCa).join('\n') }),
  }
}

/**
 * The certificate to listen with; null for plain HTTP.
 *
 * @throws UsageError for plain HTTP beyond this machine, unless expressly allowed or spoken with proxies alone
 */
export function readTls(options: ServeOptions): (CertificateFiles & { pair: Certificate }) | null {
  const { host, tlsCert, tlsKey, insecureHttp, publicUrl } = options
  if (tlsCert !== undefined && tlsKey !== undefined) {
    const files = { cert: userPath(tlsCert), key: userPath(tlsKey) }
    try {
      return { ...files, pair: readCertificate(files) }
    } catch (error) {
      throw isFileError(error)
        ? fileError(`${String(error.path)} cannot be read`, error)
        : new UsageError(`--tls-cert and --tls-key are not a pair that can be served: ${messageOf(error)}`)
    }
  }
  if (tlsCert !== undefined || tlsKey !== undefined) throw new UsageError('--tls-cert and --tls-key belong together')
  if (isLoopbackHost(host) || insecureHttp || publicUrl !== undefined) return null
  throw new UsageError(
    `Listening on ${host} sends API keys over the network: give --tls-cert and --tls-key, or say --insecure-http`,
  )
}

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'path' in error
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/**
 * The origin that others reach the service at; null for a desk.
 *
 * @throws UsageError if it could not be served safely
 */
export function readPublicUrl(options: ServeOptions): string | null {
  const { publicUrl, trustedProxy, tlsCert, insecureHttp } = options
  if (publicUrl === undefined) return null
  const origin = parseOrigin(publicUrl)
  if (origin === null)
    throw new UsageError(
      `--public-url takes an address without a path, such as https://fleet.example, not ${publicUrl}`,
    )
  if (!origin.startsWith('https:'))
    throw new UsageError(
      `--public-url ${publicUrl} would send passwords and sessions unencrypted: it must begin with https://`,
    )
  if (insecureHttp)
    throw new UsageError('--insecure-http serves /v1 alone: leave it out with --public-url, or --public-url with it')
  if (tlsCert === undefined && trustedProxy.length === 0)
    throw new UsageError(
      `Nothing encrypts ${publicUrl}: give --tls-cert and --tls-key, or name the proxy that does, such as --trusted-proxy 127.0.0.1`,
    )
  return origin
}

/**
 * The folders that providers' exports may come from; null for any, as the local owner types them.
 *
 * @throws UsageError naming the first that is no folder
 */
export function readImportFolders({ importFolder, publicUrl }: ServeOptions): string[] | null {
  if (importFolder.length === 0) return publicUrl === undefined ? null : []
  return importFolder.map((given) => {
    const folder = userPath(given)
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
      throw new UsageError(`--import-folder: ${folder} is not a folder`)
    return folder
  })
}

/** @throws UsageError on a desk, which connects to no server */
export function readStoreConnections(
  { storeConnections }: ServeOptions,
  store: string | undefined,
): number | undefined {
  if (storeConnections !== undefined && store === undefined)
    throw new UsageError('--store-connections belongs to --store: a desk connects to no database server')
  return storeConnections
}

const DESK_DRAIN_SECONDS = 5
const PUBLIC_DRAIN_SECONDS = 15

/** The longest that a stop may take. */
export function drainMs({ drainSeconds, publicUrl }: ServeOptions): number {
  return 1000 * (drainSeconds ?? (publicUrl === undefined ? DESK_DRAIN_SECONDS : PUBLIC_DRAIN_SECONDS))
}
