import type { z } from 'zod'

/** Who may make a call. Only the owner's command line may name files of this machine; a page never may. */
export type Audience = 'everyone' | 'command-line'

export interface CallDefinition<Input extends z.ZodType, Output extends z.ZodType, Who extends Audience> {
  input: Input
  output: Output
  audience: Who
}

/** A call open to pages and the command line alike, with the schemas of its input and output. */
export function everyone<Input extends z.ZodType, Output extends z.ZodType>(
  input: Input,
  output: Output,
): CallDefinition<Input, Output, 'everyone'> {
  return { input, output, audience: 'everyone' }
}

/** A call for the command line only, such as one that names files of this machine. */
export function commandLine<Input extends z.ZodType, Output extends z.ZodType>(
  input: Input,
  output: Output,
): CallDefinition<Input, Output, 'command-line'> {
  return { input, output, audience: 'command-line' }
}
