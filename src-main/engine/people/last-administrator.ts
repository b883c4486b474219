import { ServiceError } from '../../domain/errors.ts'
import type { ControlTransaction } from '../kernel/control-core.ts'
import type { PersonRow } from './person-rows.ts'

/**
 * Refuses to take the administration from the last one who can sign in, and from the person at the machine itself.
 *
 * @throws ServiceError `error.last_administrator`
 */
export async function requireOtherAdministrator(transaction: ControlTransaction, person: PersonRow): Promise<void> {
  if (person.is_local === 1)
    throw new ServiceError('error.last_administrator', 'The person at the machine itself stays an administrator')
  if (person.is_administrator === 0 || person.state !== 'active') return
  if (!(await otherAdministratorExists(transaction, person))) throw new ServiceError('error.last_administrator')
}

/** Whether somebody else can sign in as an administrator. */
export async function otherAdministratorExists(
  transaction: ControlTransaction,
  person: Pick<PersonRow, 'id'>,
): Promise<boolean> {
  const others = await transaction.first(
    transaction.build
      .selectFrom('person')
      .select('id')
      .where('is_administrator', '=', 1)
      .where('state', '=', 'active')
      .where('id', '!=', person.id)
      // Without an address, the person at the machine can't sign in from elsewhere.
      .where('email', 'is not', null)
      .limit(1),
  )
  return others !== undefined
}
