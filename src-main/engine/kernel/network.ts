import type { Settings } from '../../domain/desk/settings.ts'
import { parseCertificates } from '../../net/certificates.ts'
import type { DestinationPolicy } from '../../net/destination-guard.ts'

/** How long a webhook's receiver may take. */
export interface SendLimits {
  /** 5 s to connect, 30 s in all (`docs/api/webhooks.md`). */
  connectMs: number
  totalMs: number
  /** A receiver that takes longer to respond counts as slow, and gets none of the attempts reserved for others. */
  slowMs: number
}

export const SEND_LIMITS: SendLimits = { connectMs: 5_000, totalMs: 30_000, slowMs: 5_000 }

/** The host's view of the network: where the service itself listens, and what it may reach. */
export interface NetworkSettings {
  serviceOnLoopback: boolean
  /** Whether others than the local owner give it destinations. */
  isShared: boolean
  /** The ports on this machine that are the service's own. */
  ownPorts: readonly number[]
  /** The only folders of this machine that a provider's exports may come from; null for any. */
  importFolders: readonly string[] | null
  /** Networks that webhooks and portals may reach even though they are not public, in CIDR form. */
  allowedNetworks: readonly string[]
  /** PEM certificates to trust in addition to the system's. */
  extraCa: readonly string[]
  sendLimits: SendLimits
  /** Where other people open the page, without a slash at its end; null if it is for this machine only. */
  publicUrl: string | null
}

export const DEFAULT_NETWORK: NetworkSettings = {
  serviceOnLoopback: true,
  isShared: false,
  importFolders: null,
  ownPorts: [],
  allowedNetworks: [],
  extraCa: [],
  sendLimits: SEND_LIMITS,
  publicUrl: null,
}

/** The path of the built-in receiver on the service's own port. */
export const INBOX_PATH = '/inbox/'

/**
 * The part of the network settings that comes from the service's settings. Keeps the object of an unchanged certificate
 * list, because connections are cached by it.
 */
export function networkOf(
  { allowedNetworks, extraCa }: Settings,
  before: Pick<NetworkSettings, 'extraCa'>,
): Pick<NetworkSettings, 'allowedNetworks' | 'extraCa'> {
  const certificates = parseCertificates(extraCa) ?? []
  return { allowedNetworks, extraCa: certificates.join() === before.extraCa.join() ? before.extraCa : certificates }
}

/** Whether exports may be read from this folder; compared as written, so that nobody learns what this machine has. */
export function mayImportFrom({ importFolders }: Pick<NetworkSettings, 'importFolders'>, folder: string): boolean {
  return importFolders === null || importFolders.includes(folder)
}

export function destinationPolicy(network: NetworkSettings): DestinationPolicy {
  return { ...network, isInbox: (path) => path.startsWith(INBOX_PATH) }
}
