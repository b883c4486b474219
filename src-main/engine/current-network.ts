import type { ControlSchema } from '../database/schema.ts'
import type { Store } from '../database/store.ts'
import { DEFAULT_NETWORK, networkOf, type NetworkSettings } from './kernel/network.ts'
import type { Logger } from './kernel/ports.ts'
import { followOthers } from './people/follow-others.ts'
import type { ServiceSettings } from './settings/settings.ts'

/** The network settings in effect. */
export interface CurrentNetwork {
  read(): NetworkSettings
  /** Stays in effect until set again. */
  set(changes: Partial<NetworkSettings>): NetworkSettings
}

/** What the host gives, the service's settings and the people who use it decide together, at every moment. */
export async function createCurrentNetwork(
  control: Store<ControlSchema>,
  settings: ServiceSettings,
  given: Partial<NetworkSettings> | undefined,
  logger: Logger,
): Promise<CurrentNetwork> {
  let network: NetworkSettings = { ...DEFAULT_NETWORK, ...networkOf(settings.current(), DEFAULT_NETWORK), ...given }
  const set = (changes: Partial<NetworkSettings>) => (network = { ...network, ...changes })
  settings.onChange((changed) => set(networkOf(changed, network)))
  const isPublic = network.isShared
  await followOthers(
    control,
    (others) => set({ isShared: isPublic || others }),
    (error) => logger.log('error', 'who uses the service is not known', { error: String(error) }),
  )
  return { read: () => network, set }
}
