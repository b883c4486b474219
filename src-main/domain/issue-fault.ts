import type { z } from 'zod'
import type { ErrorDetail } from './errors.ts'
import { REQUIRED } from './issue-words.ts'
import type { Fault, Problem } from './problem.ts'

type Issue = z.core.$ZodIssue

/** What a schema refused, with the code that each language words. Our own rules give theirs in `params.problem`. */
export function faultOf(issue: Issue): Fault {
  return { message: issue.message, problem: problemOf(issue) }
}

/** One entry per invalid field, in the schema's order; `nameOf` spells the path of a field. */
export function invalidFields(error: z.ZodError, nameOf: (path: readonly PropertyKey[]) => string = dotted) {
  const details = new Map<string, ErrorDetail & Fault>()
  for (const issue of error.issues) {
    const field = nameOf(issue.path)
    if (!details.has(field)) details.set(field, { field, ...faultOf(issue) })
  }
  return [...details.values()]
}

function dotted(path: readonly PropertyKey[]): string {
  return path.map(String).join('.')
}

function problemOf(issue: Issue): Problem {
  switch (issue.code) {
    case 'custom':
      return (issue.params?.['problem'] as Problem | undefined) ?? { code: 'wrong_form' }
    case 'too_small':
      return tooSmall(issue)
    case 'too_big': {
      const maximum = Number(issue.maximum)
      if (issue.origin === 'string') return { code: 'too_long', maximum }
      return { code: issue.origin === 'array' ? 'too_many' : 'too_large', maximum }
    }
    case 'invalid_type':
      return wrongType(issue)
    case 'invalid_value':
      return { code: 'unknown_value' }
    case 'invalid_format':
      return { code: issue.format === 'datetime' || issue.format === 'date' ? 'not_a_date' : 'wrong_form' }
    case 'invalid_element':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
    case 'unrecognized_keys':
      return { code: 'wrong_form' }
  }
}

function tooSmall({ origin, minimum: least }: Extract<Issue, { code: 'too_small' }>): Problem {
  const minimum = Number(least)
  if (origin === 'string' || origin === 'array')
    return minimum <= 1 ? { code: 'required' } : { code: 'too_short', minimum }
  return { code: 'too_small', minimum }
}

function wrongType({ expected, message }: Extract<Issue, { code: 'invalid_type' }>): Problem {
  // An issue does not keep the input: its words say whether there was any.
  if (message === REQUIRED || message.endsWith('is required')) return { code: 'required' }
  if (expected === 'string') return { code: 'not_text' }
  if (expected === 'int') return { code: 'not_a_whole_number' }
  return { code: expected === 'number' ? 'not_a_number' : 'wrong_form' }
}
