import { ServiceError } from '../../domain/errors.ts'
import { servicesFile } from '../../bridge/locations.ts'
import { openKnownServices, type KnownService, type KnownServices } from '../../bridge/remote/known-services.ts'

/** The services that this person's command line is connected to. */
export function knownServices(): KnownServices {
  return openKnownServices(servicesFile())
}

/** @throws ServiceError `error.validation` if there is none of this name */
export async function findService(name: string): Promise<KnownService> {
  const all = await knownServices().list()
  const found = all.find((service) => service.name === name)
  if (found !== undefined) return found
  throw new ServiceError(
    'error.validation',
    all.length === 0
      ? 'No service is connected; connect one with: connect https://fleet.example'
      : `There is no service "${name}"; there is ${all.map((service) => `"${service.name}"`).join(', ')}`,
  )
}
