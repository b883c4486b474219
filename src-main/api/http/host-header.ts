import { isIPv6 } from 'node:net'
import { LOOPBACK_HOSTS } from '../../net/address.ts'

/**
 * Checks `Host`, so that a foreign name that resolves to this machine (DNS rebinding) gets no answer. An allowed
 * host with a port is allowed on that port only, one without on any.
 *
 * @param always allowed besides; by default the names of this machine
 */
export function hostCheck(
  allowedHosts: readonly string[],
  always: readonly string[] = LOOPBACK_HOSTS,
): (host: string | undefined) => boolean {
  const allowed = new Set<string>([
    ...always,
    ...allowedHosts.map((host) => (isIPv6(host) ? `[${host}]` : host).toLowerCase()),
  ])
  return (host) => {
    if (host === undefined) return false
    const lower = host.toLowerCase()
    const name = HOST.exec(lower)?.[1]
    return name !== undefined && (allowed.has(name) || allowed.has(lower))
  }
}

/** A name or a bracketed address, with an optional port (RFC 9110, section 7.2). */
const HOST = /^(\[[^\]]*\]|[^:]*)(?::\d{1,5})?$/
