import type { ClaimRole } from '../../domain/people/sign-in.ts'
import { atLeast, type Role } from '../../domain/people/role.ts'

/** What an identity provider's claim gives a person. */
export interface GivenRoles {
  isAdministrator: boolean
  /** By project ID. */
  roles: Map<string, Role>
}

/**
 * The roles that the texts of a claim give. The highest one counts where several do.
 *
 * @param path names the claim; a dot leads into an object, unless the token has a claim with that very name
 * @param projects the IDs of all projects, for roles in every one of them
 */
export function rolesFromClaim(
  claims: Readonly<Record<string, unknown>>,
  path: string,
  mapping: readonly ClaimRole[],
  projects: readonly string[],
): GivenRoles {
  const texts = new Set(textsAt(claims, path))
  const given: GivenRoles = { isAdministrator: false, roles: new Map() }
  for (const { value, role, projectId } of mapping) {
    if (!texts.has(value)) continue
    if (role === 'administrator') {
      given.isAdministrator = true
      continue
    }
    for (const project of projectId === null ? projects : [projectId]) {
      const before = given.roles.get(project)
      if (projects.includes(project) && (before === undefined || atLeast(role, before))) given.roles.set(project, role)
    }
  }
  return given
}

function textsAt(claims: Readonly<Record<string, unknown>>, path: string): string[] {
  const found = Object.hasOwn(claims, path) ? claims[path] : path.split('.').reduce<unknown>(inside, claims)
  return [found].flat().filter((value) => typeof value === 'string')
}

function inside(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
}
