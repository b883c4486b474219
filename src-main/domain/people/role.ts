/** What a person may do in a project, each role including the ones before it. */
export const ROLES = ['viewer', 'clerk', 'manager'] as const
export type Role = (typeof ROLES)[number]

/** Whether a role includes another. */
export function atLeast(role: Role, wanted: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(wanted)
}
