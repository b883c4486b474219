import { onTestFinished } from 'vitest'
import { judgeAddress, type DestinationPolicy } from '../../../src-main/net/destination-guard.ts'
import type { Resolver } from '../../../src-main/net/resolver.ts'
import { PortalError, type ProviderPortal } from '../../../src-main/engine/sync/portals/portal.ts'
import { openCaller, type Caller } from '../../../src-main/engine/sync/portals/rest/caller.ts'
import { openRestPortal, type RestPortalOptions } from '../../../src-main/engine/sync/portals/rest/rest-portal.ts'
import {
  restPortalSettingsSchema,
  type RestPortalSettings,
} from '../../../src-main/engine/sync/portals/rest/rest-settings.ts'
import type { Portal } from '../../../src-main/portal/portal.ts'

/** A signal that is never aborted. */
export const SIGNAL = new AbortController().signal

/** Timeouts that a test can wait for, and the real size limit. */
export const TEST_LIMITS = { connectMs: 2_000, readMs: 5_000, changeMs: 5_000, answerBytes: 8 * 1024 * 1024 }

/** No name resolves, so that no test asks the network. */
const nowhere: Resolver = {
  resolve: () => Promise.reject(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' })),
}

/** A portal with TLS is on this machine too. */
const POLICY: DestinationPolicy = {
  allowedNetworks: ['127.0.0.0/8'],
  serviceOnLoopback: true,
  ownPorts: [],
  isInbox: () => false,
}

const NETWORK = {
  resolver: nowhere,
  judge: (address: string, url: URL) => judgeAddress(address, url, 'portal', POLICY),
  extraCa: [],
  limits: TEST_LIMITS,
}

export interface Opened extends Partial<Omit<RestPortalOptions, 'settings'>> {
  auth?: 'oauth2' | 'bearer' | RestPortalSettings['auth']
  baseUrl?: string
}

type Credentials = Pick<Portal, 'baseUrl' | 'clientId' | 'clientSecret' | 'staticToken'>

/** The `rest` adapter for a portal, closed after the test. */
export function openedPortal(
  portal: Credentials,
  { auth = 'oauth2', baseUrl = portal.baseUrl, ...options }: Opened = {},
): ProviderPortal {
  const rest = openRestPortal({ settings: settingsOf(portal, auth, baseUrl), ...NETWORK, ...options })
  onTestFinished(() => rest.close())
  return rest
}

/** Raw calls to a portal, closed after the test. */
export function openedCaller(
  portal: Credentials,
  { auth = 'oauth2', baseUrl = portal.baseUrl }: Pick<Opened, 'auth' | 'baseUrl'> = {},
): Caller {
  const caller = openCaller(settingsOf(portal, auth, baseUrl), { ...NETWORK, now: Date.now })
  onTestFinished(() => caller.close())
  return caller
}

function settingsOf(
  { clientId, clientSecret, staticToken: token }: Credentials,
  auth: NonNullable<Opened['auth']>,
  baseUrl: string,
): RestPortalSettings {
  const chosen =
    auth === 'oauth2' ? { type: auth, clientId, clientSecret } : auth === 'bearer' ? { type: auth, token } : auth
  return restPortalSettingsSchema.parse({ baseUrl, auth: chosen })
}

/** The error that a call must fail with. */
export async function errorOf(call: Promise<unknown>): Promise<PortalError> {
  const outcome = await call.then(
    () => 'no error',
    (error: unknown) => error,
  )
  if (outcome instanceof PortalError) return outcome
  throw new Error(`Expected a PortalError, got ${String(outcome)}`)
}
