import { atLeast, type Role } from './role.ts'

/** The name in logs of a desk's person who has not given one. */
export const UNNAMED = 'Clerk'

/** Who makes a call, and what they may do at this moment. */
export interface CallPerson {
  readonly id: string
  readonly name: string
  readonly isAdministrator: boolean
  readonly isLocal: boolean
  /** By project ID. Administrators have no need of any. */
  readonly roles: ReadonlyMap<string, Role>
}

/** Whether a person has a role in a project. Administrators are managers everywhere. */
export function mayIn(person: Pick<CallPerson, 'isAdministrator' | 'roles'>, projectId: string, role: Role): boolean {
  if (person.isAdministrator) return true
  const own = person.roles.get(projectId)
  return own !== undefined && atLeast(own, role)
}
