import { isIP, type LookupFunction } from 'node:net'
import type { SecureContext } from 'node:tls'
import type { buildConnector } from 'undici'
import type { Resolver } from './resolver.ts'
import { httpLibrary } from './http-library.ts'

export interface ConnectorOptions {
  url: URL
  resolver: Resolver
  /** Returns why an address must not be dialled, or null; called anew for every connection. */
  judge: (address: string) => string | null
  connectMs: number
  /** PEM certificates to trust in addition to the system's. */
  extraCa: readonly string[]
}

/** An address that must not be dialled; the message says why. */
export class DestinationRefused extends Error {}

/**
 * Makes every outgoing connection: TLS 1.2 or newer with verified certificates, and only to addresses judged in this
 * very attempt. All of a name's addresses must pass, so that a mixed DNS answer cannot slip one in.
 */
export function guardedConnector({
  url,
  resolver,
  judge,
  connectMs,
  extraCa,
}: ConnectorOptions): buildConnector.connector {
  const pass = (addresses: readonly string[]): void => {
    for (const address of addresses) {
      const refusal = judge(address)
      if (refusal !== null) throw new DestinationRefused(refusal)
    }
  }
  const connect = httpLibrary().buildConnector({
    timeout: connectMs,
    minVersion: 'TLSv1.2',
    rejectUnauthorized: true,
    lookup: lookupBy(async (host) => {
      const found = await resolver.resolve(host)
      pass(found)
      return found
    }),
    ...(extraCa.length === 0 ? {} : { secureContext: contextWith(extraCa) }),
  })
  return (target, callback) => {
    const host = bareHost(url)
    try {
      // Literal addresses never reach the lookup, so they are judged here.
      if (isIP(host) !== 0) pass([host])
    } catch (error) {
      callback(error as Error, null)
      return
    }
    connect(target, callback)
  }
}

/** The host of a URL without the brackets of IPv6. */
export function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}

/** A lookup for `net.connect`, which then dials exactly these addresses, in turn. */
function lookupBy(find: (host: string) => Promise<readonly string[]>): LookupFunction {
  const answer = async (...[host, { all }, callback]: Parameters<LookupFunction>): Promise<void> => {
    const found = await find(host).catch((error: unknown) =>
      error instanceof Error ? error : new Error(String(error)),
    )
    if (found instanceof Error) return callback(found, '', 0)
    const [first] = found
    if (first === undefined)
      return callback(Object.assign(new Error(`${host} has no address`), { code: 'ENOTFOUND' }), '', 0)
    if (all === true)
      callback(
        null,
        found.map((address) => ({ address, family: isIP(address) })),
      )
    else callback(null, first, isIP(first))
  }
  return (...asked) => void answer(...asked)
}

const contexts = new WeakMap<readonly string[], SecureContext>()

/**
 * Trusts the system's authorities as well as the given ones; `ca` alone would replace them. Reading them all takes a
 * while, so contexts are cached.
 */
function contextWith(extraCa: readonly string[]): SecureContext {
  const known = contexts.get(extraCa)
  if (known !== undefined) return known
  const { createSecureContext, getCACertificates } = process.getBuiltinModule('node:tls')
  const context = createSecureContext({ ca: [...getCACertificates('default'), ...extraCa], minVersion: 'TLSv1.2' })
  contexts.set(extraCa, context)
  return context
}
