import type { z } from 'zod'

/** Who may make a call. Only the owner's command line may name files of this machine; a page never may. */
export type Audience = 'everyone' | 'command-line'

export interface CallDefinition<Input extends z.ZodType, Output extends z.ZodType, Who extends Audience> {
  input: Input
  output: Output
  audience: Who
}

export function everyone<Input extends z.ZodType, Output extends z.ZodType>(
  input: Input,
  output: Output,
): CallDefinition<Input, Output, 'everyone'> {
  return { input, output, audience: 'everyone' }
}

export function commandLine<Input extends z.ZodType, Output extends z.ZodType>(
  input: Input,
  output: Output,
): CallDefinition<Input, Output, 'command-line'> {
  return { input, output, audience: 'command-line' }
}
