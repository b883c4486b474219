import { ServiceError } from '../domain/errors.ts'
import type { Needs } from '../domain/people/needs.ts'
import type { CallPerson } from '../domain/people/caller.ts'
import { mayCall } from '../domain/people/may-call.ts'
import type { Engine } from '../engine/engine.ts'
import { CONTRACT, type CallName } from '../../src-preload/contract.ts'

/**
 * The only place that decides whether a person may make a call.
 *
 * @param input validated, or else as it came: then nothing but a refusal follows
 * @param person null for nobody who is signed in
 * @throws ServiceError `error.signed_out` or `error.forbidden`
 */
export async function authorize(
  needs: Needs,
  input: unknown,
  person: CallPerson | null,
  engine: () => Engine | null,
): Promise<void> {
  if (needs.scope === 'public') return
  if (person === null) throw new ServiceError('error.signed_out')
  if (person.isAdministrator) return
  const projectId = needs.scope === 'project' ? await projectOf(needs, input, engine) : undefined
  if (mayCall(needs, person, projectId ?? null)) return
  if (needs.scope !== 'project') throw forbidden('This is for administrators')
  if (projectId === undefined && needs.projectOf === 'listed') return
  if (projectId === undefined && needs.projectOf === 'filter') throw forbidden('This is for administrators')
  // In the same words for a project, or a key, that doesn't exist: nobody learns what is elsewhere.
  throw forbidden(`This needs the role ${needs.role} in the project`)
}

/** Whether a call is open to people who are not signed in. */
export function isPublicCall(name: string): boolean {
  const needs: Needs | undefined = Object.hasOwn(CONTRACT, name) ? CONTRACT[name as CallName].needs : undefined
  return needs?.scope === 'public'
}

/** The project that a call concerns; undefined if its input names none, or a key that is unknown. */
async function projectOf(
  { projectOf }: Extract<Needs, { scope: 'project' }>,
  input: unknown,
  engine: () => Engine | null,
): Promise<string | undefined> {
  if (projectOf !== 'key') return field(input, 'projectId')
  return (await engine()?.keys.projectOf(field(input, 'keyId') ?? '')) ?? undefined
}

function field(input: unknown, name: string): string | undefined {
  if (typeof input !== 'object' || input === null || !Object.hasOwn(input, name)) return undefined
  const value = (input as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : undefined
}

function forbidden(message: string): ServiceError {
  return new ServiceError('error.forbidden', message, { reason: 'role' })
}
