import type { IncomingMessage, ServerResponse } from 'node:http'
import { clientAddress } from '../../api/http/client-address.ts'
import type { SignIn } from '../../engine/sign-in/sign-in.ts'
import type { Visitor } from '../../engine/sign-in/sign-in-core.ts'
import { portOf } from '../../net/address.ts'
import { readCookie, type PagePlace } from './page-guard.ts'

/** The longest that browsers keep a cookie (RFC 6265bis, section 5.5). */
const LIFE_SECONDS = 400 * 24 * 60 * 60

/**
 * The browser that signs in, by a cookie that tells it from others; one without it gets it with this response.
 * `SameSite=Lax`, because an identity provider sends the browser back from another site.
 */
export function visitorOf(
  request: IncomingMessage,
  response: ServerResponse,
  place: PagePlace,
  signIn: Pick<SignIn, 'devices'>,
): Visitor {
  const address = clientAddress(request)
  const known = deviceOf(request, place, signIn)
  if (known !== null) return { address, device: known }
  const device = signIn.devices.issue()
  const secure = place.origin.startsWith('https:') ? '; Secure' : ''
  response.appendHeader(
    'Set-Cookie',
    `${cookieName(place)}=${device}; HttpOnly; SameSite=Lax; Path=/; Max-Age=${LIFE_SECONDS}${secure}`,
  )
  return { address, device }
}

/** The token of the browser's cookie; null if it has none that is genuine. */
export function deviceOf(request: IncomingMessage, place: PagePlace, signIn: Pick<SignIn, 'devices'>): string | null {
  const token = readCookie(request, cookieName(place))
  return token !== undefined && signIn.devices.isGenuine(token) ? token : null
}

function cookieName({ isPublic, origin }: PagePlace): string {
  return isPublic ? '__Host-fuelcard_device' : `fuelcard_device_${portOf(new URL(origin))}`
}
