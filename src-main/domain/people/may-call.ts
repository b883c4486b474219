import { mayIn, type CallPerson } from './caller.ts'
import type { Needs } from './needs.ts'

/**
 * Whether a signed-in person may make a call.
 *
 * @param projectId the project that it concerns; null if it has none that this person may know of
 */
export function mayCall(
  needs: Needs,
  person: Pick<CallPerson, 'isAdministrator' | 'roles'>,
  projectId: string | null,
): boolean {
  if (person.isAdministrator || needs.role === 'person') return true
  return needs.scope === 'project' && projectId !== null && mayIn(person, projectId, needs.role)
}
