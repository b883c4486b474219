import { DatabaseError, type DatabaseFault } from '../../database/database-error.ts'
import { ServiceError } from '../../domain/errors.ts'

/** What a client of the API sees; the file is named only in the log. */
const WORDS: Record<DatabaseFault, string> = {
  full: 'The disk that holds the data is full; nothing was changed. Try again once there is room',
  io: 'The disk that holds the data could not be read or written; nothing was changed. Try again later',
  read_only: 'The data cannot be written; nothing was changed. Try again later',
  busy: 'The data is in use by another program; nothing was changed. Try again in a moment',
  corrupt: 'The data is damaged; nothing was changed. An administrator must look at the service',
  foreign: 'The data is damaged; nothing was changed. An administrator must look at the service',
  newer: 'The data was written by a newer version; nothing was changed. An administrator must look at the service',
  tampered: 'The data is damaged; nothing was changed. An administrator must look at the service',
  missing: 'The data is gone; nothing was changed. An administrator must look at the service',
  unfinished: 'A restore was interrupted; nothing was changed. An administrator must look at the service',
  away: 'The database server does not answer. Try again in a moment',
  unwritable: 'The database server takes no changes at present; nothing was changed. Try again later',
  crowded: 'All connections to the database server are in use; nothing was changed. Try again in a moment',
}

/** Turns a failure of the store into a refusal; null for any other error, which is a bug. */
export function storeOutOfReach(error: unknown): ServiceError | null {
  return error instanceof DatabaseError
    ? new ServiceError('error.unavailable', WORDS[error.fault], { cause: error })
    : null
}
