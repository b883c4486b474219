import { onTestFinished } from 'vitest'
import { judgeAddress, type DestinationPolicy } from '../../src-main/engine/net/destination-guard.ts'
import type { Resolver } from '../../src-main/engine/ports.ts'
import { PortalError, type ProviderPortal } from '../../src-main/engine/sync/portal.ts'
import { openRestPortal, type RestPortalOptions } from '../../src-main/engine/sync/portals/rest/rest-portal.ts'
import { restPortalSettingsSchema, type RestPortalSettings } from '../../src-main/engine/sync/portals/rest/rest-settings.ts'
import type { Portal } from '../../src-main/portal/portal.ts'

/** A signal that nobody raises. */
export const SIGNAL = new AbortController().signal

/** Time-outs that a test can wait for, and the size cap of the real thing. */
export const TEST_LIMITS = { connectMs: 2_000, readMs: 5_000, changeMs: 5_000, answerBytes: 8 * 1024 * 1024 }

/** A portal behind TLS is on this machine too. */
const POLICY: DestinationPolicy = { allowedNetworks: ['127.0.0.0/8'], serviceOnLoopback: true, ownPorts: [], isInbox: () => false }

export interface Opened extends Partial<Omit<RestPortalOptions, 'settings'>> {
  auth?: 'oauth2' | 'bearer' | RestPortalSettings['auth']
  baseUrl?: string
}

/** The `rest` adapter on a portal, closed after the test. */
export function openedPortal(portal: Pick<Portal, 'baseUrl' | 'clientId' | 'clientSecret' | 'staticToken'>, { auth = 'oauth2', baseUrl = portal.baseUrl, ...options }: Opened = {}): ProviderPortal {
  const { clientId, clientSecret, staticToken: token } = portal
  const chosen = auth === 'oauth2' ? { type: auth, clientId, clientSecret } : auth === 'bearer' ? { type: auth, token } : auth
  const rest = openRestPortal({ settings: restPortalSettingsSchema.parse({ baseUrl, auth: chosen }), resolver: nowhere, judge: (address, url) => judgeAddress(address, url, 'portal', POLICY), extraCa: [], limits: TEST_LIMITS, ...options })
  onTestFinished(() => rest.close())
  return rest
}

/** Every name is unknown, so that no test asks the network. */
export const nowhere: Resolver = { resolve: () => Promise.reject(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' })) }

/** The error that a call must end with. */
export async function errorOf(call: Promise<unknown>): Promise<PortalError> {
  const outcome = await call.then(
    () => 'no error',
    (error: unknown) => error,
  )
  if (outcome instanceof PortalError) return outcome
  throw new Error(`Expected a PortalError, got ${String(outcome)}`)
}
