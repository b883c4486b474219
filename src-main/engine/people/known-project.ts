import { ServiceError } from '../../domain/errors.ts'
import type { ControlTransaction } from '../kernel/control-core.ts'

/** @throws ServiceError `error.project_not_found` */
export async function requireProject(transaction: ControlTransaction, projectId: string): Promise<void> {
  const known = await transaction.first(
    transaction.build.selectFrom('project').select('id').where('id', '=', projectId),
  )
  if (known === undefined) throw new ServiceError('error.project_not_found')
}
