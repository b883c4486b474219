import type { Settings } from '../../domain/desk/settings.ts'
import { parseCertificates } from '../../net/certificates.ts'
import type { DestinationPolicy } from '../../net/destination-guard.ts'

/** How long a webhook's receiver may take. */
export interface SendLimits {
  /** 5 s to connect, 30 s in all (decisions, section 5, *Delivery*). */
  connectMs: number
  totalMs: number
  /** A receiver that takes longer to answer is slow, and gets none of the places kept for others. */
  slowMs: number
}

export const SEND_LIMITS: SendLimits = { connectMs: 5_000, totalMs: 30_000, slowMs: 5_000 }

/** What the host says of the network: where the service itself listens, and what may be reached. */
export interface NetworkSettings {
  serviceOnLoopback: boolean
  /** The ports on this machine that are the service's own. */
  ownPorts: readonly number[]
  /** Networks that webhooks and portals may reach although they are not public, in CIDR form. */
  allowedNetworks: readonly string[]
  /** PEM certificates trusted besides the system's own. */
  extraCa: readonly string[]
  sendLimits: SendLimits
}

export const DEFAULT_NETWORK: NetworkSettings = {
  serviceOnLoopback: true,
  ownPorts: [],
  allowedNetworks: [],
  extraCa: [],
  sendLimits: SEND_LIMITS,
}

/** Under this path of its own port the service has its built-in receiver. */
export const INBOX_PATH = '/inbox/'

/**
 * What the service's settings say of the network. One list of certificates is one object for as long as it holds:
 * connections are kept by it.
 */
export function networkOf(
  { allowedNetworks, extraCa }: Settings,
  before: Pick<NetworkSettings, 'extraCa'>,
): Pick<NetworkSettings, 'allowedNetworks' | 'extraCa'> {
  const certificates = parseCertificates(extraCa) ?? []
  return { allowedNetworks, extraCa: certificates.join() === before.extraCa.join() ? before.extraCa : certificates }
}

export function destinationPolicy(network: NetworkSettings): DestinationPolicy {
  return { ...network, isInbox: (path) => path.startsWith(INBOX_PATH) }
}
