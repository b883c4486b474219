import { z } from 'zod'

type Issue = Parameters<z.core.$ZodErrorMap>[0]

/** The message for a missing field. */
export const REQUIRED = 'Is required'

const FORMATS: Readonly<Record<string, string>> = {
  date: 'Must be a date such as 2026-01-31',
  datetime: 'Must be a point in time such as 2026-01-31T12:00:00Z',
  email: 'Must be an e-mail address',
  url: 'Must be a URL',
  uuid: 'Must be a UUID',
}
const TYPES: Readonly<Record<string, string>> = {
  array: 'Must be a list',
  boolean: 'Must be true or false',
  int: 'Must be a whole number',
  number: 'Must be a number',
  object: 'Must be an object',
  record: 'Must be an object',
  string: 'Must be text',
}

/** What has a length, and what that counts. A number is bounded itself. */
const COUNTED: Readonly<Record<string, string>> = { array: ' entries', string: ' characters' }

function bounded(origin: string, words: string, limit: number | bigint): string {
  return `Must ${origin === 'array' ? 'have' : 'be'} ${words} ${limit}${COUNTED[origin] ?? ''}`
}

/**
 * For rules without a message of their own. The messages of `zod` speak to developers: "Too big: expected string to
 * have …".
 */
function wordsOf(issue: Issue): string | undefined {
  if (issue.input === undefined) return REQUIRED
  switch (issue.code) {
    case 'invalid_type':
      return TYPES[issue.expected]
    case 'invalid_format':
      return FORMATS[issue.format]
    case 'invalid_value':
      return `Must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`
    case 'too_big':
      return bounded(issue.origin, 'at most', issue.maximum)
    case 'too_small':
      if (issue.origin in COUNTED && issue.minimum === 1) return 'Must not be empty'
      return bounded(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum)
    case 'unrecognized_keys':
      return `Must not contain ${issue.keys.join(', ')}`
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
      return undefined
  }
}

z.config({ customError: wordsOf })
