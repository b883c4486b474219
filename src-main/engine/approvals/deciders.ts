import { ServiceError } from '../../domain/errors.ts'
import { mayIn, type CallPerson } from '../../domain/people/caller.ts'
import type { ApprovalRules } from './approval-rules.ts'
import type { ApprovalRow } from './approval-store.ts'

/** Whether this person is a manager for a request, though perhaps the one who asked. */
export type MayDecide = (row: Pick<ApprovalRow, 'project_id'>, person: CallPerson) => boolean

/** Managers of the project; for what concerns every project, managers of each one that asks for approval. */
export async function deciders(rules: ApprovalRules): Promise<MayDecide> {
  const enabled = await rules.enabled()
  return ({ project_id: projectId }, person) =>
    projectId === null ? enabled.every((id) => mayIn(person, id, 'manager')) : mayIn(person, projectId, 'manager')
}

/** @throws ServiceError `error.forbidden` for the asker and for people who are not managers */
export function requireDecider(row: ApprovalRow, decider: CallPerson, mayDecide: MayDecide): void {
  if (row.asker_id === decider.id)
    throw new ServiceError('error.forbidden', 'You asked for this yourself: another manager decides', {
      reason: 'own_request',
    })
  if (!mayDecide(row, decider))
    throw new ServiceError('error.forbidden', 'This needs the role manager', { reason: 'role' })
}
