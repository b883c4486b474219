import { ServiceError } from '../domain/errors.ts'

/** Where the data of a folder or store went, and when. */
export interface MovedNote {
  to: string
  movedAt: string
}

/** @throws ServiceError `error.store_moved` */
export function refuseMovedStore(place: string, { to, movedAt }: MovedNote, remedy: string): never {
  throw new ServiceError(
    'error.store_moved',
    `The data of ${place} moved to ${to} on ${movedAt.slice(0, 10)}: start the service there. To use the former data all the same, ${remedy}`,
  )
}
