import { addressOfHost } from '../../net/address.ts'

/** Where browsers reach this service. */
export interface Site {
  /** For example `https://fleet.example`. */
  origin: string
  /** The host that passkeys are made for; null where there can be none. */
  passkeyHost: string | null
}

/** WebAuthn binds a passkey to a name: an IP address is none (Web Authentication Level 3, section 5.1.2). */
export function siteOf(publicUrl: string): Site {
  const { origin, hostname } = new URL(publicUrl)
  const isName = hostname === 'localhost' || addressOfHost(hostname) === null
  return { origin, passkeyHost: isName ? hostname : null }
}
