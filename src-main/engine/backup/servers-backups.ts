import { ServiceError } from '../../domain/errors.ts'

/** The refusal of a backup, or of a restore, where the data lies in a database server. */
export function serversBackups(): ServiceError {
  return new ServiceError(
    'error.forbidden',
    'The data is in PostgreSQL, whose own backups cover it: pg_dump, or continuous archiving. "store copy --to FOLDER" copies everything into a data folder; docs/operate/cluster.md describes both',
    { reason: 'backed_up_by_server' },
  )
}
