import { mayIn } from '../../src-main/domain/people/caller.ts'
import type { Role } from '../../src-main/domain/people/role.ts'
import type { Person } from '../../src-main/domain/people/person.ts'
import { useQuery } from './client-context.tsx'

/** Who uses this page; undefined while it is not known yet. */
export function usePerson(): Person | undefined {
  return useQuery('profile.get', {}).value
}

/** Whether the person is an administrator. Until it is known nothing is hidden: the service refuses what it must. */
export function useIsAdministrator(): boolean {
  return usePerson()?.isAdministrator ?? true
}

/** Whether the person has this role in a project. */
export function useMay(projectId: string, role: Role): boolean {
  const person = usePerson()
  if (person === undefined) return true
  const roles = new Map(person.memberships.map((membership) => [membership.projectId, membership.role]))
  return mayIn({ isAdministrator: person.isAdministrator, roles }, projectId, role)
}
