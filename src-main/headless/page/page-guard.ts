import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../../domain/errors.ts'
import { isLoopbackHost, portOf } from '../../net/address.ts'

/**
 * Who may use the page and the bridge over HTTP: only our own page, and on a desk only from this machine. Other pages
 * on this machine share our cookies (which ignore ports), so origin and proof decide, never the cookie.
 */

/** @throws ServiceError `error.forbidden` unless connection and `Host` header are of this machine (DNS rebinding) */
export function requireLoopback(request: IncomingMessage, ownOrigin: string): void {
  const { remoteAddress, localAddress } = request.socket
  if (!isLoopbackHost(remoteAddress ?? '') || !isLoopbackHost(localAddress ?? ''))
    throw new ServiceError('error.forbidden', 'The page answers on this machine only')
  const host = parseHost(request, ownOrigin)
  if (host === null || !isLoopbackHost(host.hostname) || portOf(host) !== portOf(new URL(ownOrigin))) {
    throw new ServiceError('error.forbidden', `The page is at ${ownOrigin}`)
  }
}

/** The same check as a boolean. */
export function reachesThisMachineOnly(request: IncomingMessage, ownOrigin: string): boolean {
  try {
    requireLoopback(request, ownOrigin)
    return true
  } catch {
    return false
  }
}

/** @throws ServiceError `error.forbidden` if the browser reports another page as the caller */
export function requireOwnPage(request: IncomingMessage, ownOrigin: string): void {
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  if (origin !== undefined && origin !== ownOrigin)
    throw new ServiceError('error.forbidden', 'This call comes from another page')
  if (site !== undefined && site !== 'same-origin')
    throw new ServiceError('error.forbidden', 'This call comes from another page')
}

/** Whether another loopback name than our own was used, such as `localhost` for 127.0.0.1. */
export function namesOtherHost(request: IncomingMessage, ownOrigin: string): boolean {
  return parseHost(request, ownOrigin)?.host !== new URL(ownOrigin).host
}

/** A page's origin, and whether it is reached from beyond this machine. */
export interface PagePlace {
  origin: string
  isPublic: boolean
}

/**
 * On this machine it contains the port, so that two services have separate sessions. In public, browsers take a name
 * with this prefix only from the host itself, over TLS and for all its paths: no other host of the domain can set it.
 */
export function sessionCookieName({ origin, isPublic }: PagePlace): string {
  return isPublic ? '__Host-fuelcard_session' : `fuelcard_session_${portOf(new URL(origin))}`
}

export function readCookie(request: IncomingMessage, name: string): string | undefined {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const equals = pair.indexOf('=')
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim()
  }
  return undefined
}

/**
 * `Set-Cookie` for a session; an empty value ends it. Outlives the browser window: the service ends a session unused
 * for 12 hours.
 */
export function sessionCookie(place: PagePlace, value: string): string {
  const lifeSeconds = value === '' ? 0 : 30 * 24 * 60 * 60
  const secure = place.origin.startsWith('https:') ? '; Secure' : ''
  const path = place.isPublic ? '/' : '/bridge'
  return `${sessionCookieName(place)}=${value}; HttpOnly; SameSite=Strict; Path=${path}; Max-Age=${lifeSeconds}${secure}`
}

function parseHost(request: IncomingMessage, ownOrigin: string): URL | null {
  const { host } = request.headers
  return host !== undefined && /^[A-Za-z0-9.:[\]-]+$/.test(host)
    ? URL.parse(`${new URL(ownOrigin).protocol}//${host}`)
    : null
}
