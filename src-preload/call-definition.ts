import type { z } from 'zod'
import type { Needs } from '../src-main/domain/people/needs.ts'

/**
 * From where a call may come. Only the owner's command line may name files of this machine. `machine`: that command
 * line, and the owner's window or page on the machine itself, but nobody who reaches the service from elsewhere.
 */
export type Audience = 'everyone' | 'machine' | 'command-line'

export interface CallDefinition<Input extends z.ZodType, Output extends z.ZodType, Who extends Audience> {
  input: Input
  output: Output
  audience: Who
  /** What it asks of its caller, judged in `src-main/bridge/authorize.ts`. */
  needs: Needs
}

/** What the input must name, so that the project of a call can be found. */
type Naming<Asked extends Needs> = Asked extends { scope: 'project' }
  ? Asked extends { projectOf: 'key' }
    ? z.ZodType<{ keyId: string }>
    : Asked extends { projectOf: 'filter' | 'listed' }
      ? z.ZodType<{ projectId?: string | undefined }>
      : z.ZodType<{ projectId: string }>
  : z.ZodType

/** A call open to pages and the command line alike: what it needs, and the schemas of its input and output. */
export function everyone<const Asked extends Needs, Input extends Naming<Asked>, Output extends z.ZodType>(
  needs: Asked,
  input: Input,
  output: Output,
): CallDefinition<Input, Output, 'everyone'> {
  return { input, output, needs, audience: 'everyone' }
}

/** A call of the person at the machine of the service, in a page or on the command line. */
export function machine<const Asked extends Needs, Input extends Naming<Asked>, Output extends z.ZodType>(
  needs: Asked,
  input: Input,
  output: Output,
): CallDefinition<Input, Output, 'machine'> {
  return { input, output, needs, audience: 'machine' }
}

/** A call for the command line only, such as one that names files of this machine. */
export function commandLine<const Asked extends Needs, Input extends Naming<Asked>, Output extends z.ZodType>(
  needs: Asked,
  input: Input,
  output: Output,
): CallDefinition<Input, Output, 'command-line'> {
  return { input, output, needs, audience: 'command-line' }
}

/** In the project that the input names. */
export const VIEWER = { role: 'viewer', scope: 'project' } as const satisfies Needs
export const CLERK = { role: 'clerk', scope: 'project' } as const satisfies Needs
export const MANAGER = { role: 'manager', scope: 'project' } as const satisfies Needs
/** In the project of the key that the input names. */
export const MANAGER_OF_KEY = { role: 'manager', scope: 'project', projectOf: 'key' } as const satisfies Needs
/** About the service: any person, or an administrator. */
export const PERSON = { role: 'person', scope: 'service' } as const satisfies Needs
export const ADMINISTRATOR = { role: 'administrator', scope: 'service' } as const satisfies Needs
/** Signed in or not. */
export const PUBLIC = { role: 'person', scope: 'public' } as const satisfies Needs
/** About what is the caller's own. */
export const SELF = { role: 'person', scope: 'self' } as const satisfies Needs
