import { readFileSync } from 'node:fs'
import type { SettingsChange } from '../domain/desk/settings.ts'
import type { LogLevel } from '../engine/kernel/ports.ts'
import { isLoopbackHost } from '../net/address.ts'
import { readCertificates, readNetworks } from './network-options.ts'
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

/** @throws UsageError for plain HTTP beyond this machine, unless expressly allowed */
export function readTls({ host, tlsCert, tlsKey, insecureHttp }: ServeOptions): { cert: string; key: string } | null {
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
