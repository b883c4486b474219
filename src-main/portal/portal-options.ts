import { z } from 'zod'
import { faultsSchema, PORTAL_ROUTES, type Faults, type FaultsInput } from './faults.ts'

/** An invalid `--fault`; the message shows its form. */
export class FaultOptionError extends Error {}

/**
 * Reads `--fault name[=value]` options; those with several values (`errors`, `refuse`, `vanish`, `malformed`) may be
 * repeated. Without a rate, a fault affects every request.
 *
 * @throws FaultOptionError
 */
export function parseFaults(options: readonly string[]): Faults {
  const faults: FaultsInput = {}
  for (const option of options) {
    const separator = option.indexOf('=')
    const name = separator === -1 ? option : option.slice(0, separator)
    const fault = Object.hasOwn(FAULT_OPTIONS, name) ? FAULT_OPTIONS[name] : undefined
    if (fault === undefined) throw new FaultOptionError(`There is no fault "${name}". Known are:\n${describeFaults()}`)
    Object.assign(faults, fault.read(separator === -1 ? '' : option.slice(separator + 1), faults))
  }
  const parsed = faultsSchema.safeParse(faults)
  if (parsed.success) return parsed.data
  throw new FaultOptionError(`A --fault is not understood: ${z.prettifyError(parsed.error)}\n${describeFaults()}`)
}

/** One line per fault, for the command's help. */
export function describeFaults(): string {
  return Object.values(FAULT_OPTIONS)
    .map(({ form, meaning }) => `  ${form.padEnd(28)} ${meaning}`)
    .join('\n')
}

interface FaultOption {
  form: string
  meaning: string
  read(value: string, before: FaultsInput): FaultsInput
}

const share = (value: string) => (value === '' ? 1 : Number(value))
const rated = (
  name: string,
  field: 'drop' | 'half' | 'stall' | 'wrongJson' | 'wrongShape' | 'wrongType',
  meaning: string,
): [string, FaultOption] => [name, { form: `${name}[=RATE]`, meaning, read: (value) => ({ [field]: share(value) }) }]

const FAULT_OPTIONS: Readonly<Record<string, FaultOption>> = Object.fromEntries<FaultOption>([
  [
    'latency',
    { form: 'latency=MS', meaning: 'wait before every answer', read: (value) => ({ latencyMs: Number(value) }) },
  ],
  ['errors', { form: 'errors=STATUS[:RATE]', meaning: 'answer with this status instead of acting', read: readErrors }],
  [
    'rate-limit',
    {
      form: 'rate-limit=SECONDS[:RATE]',
      meaning: 'answer 429 with Retry-After instead of acting',
      read: readRateLimit,
    },
  ],
  [
    'expire-tokens',
    {
      form: 'expire-tokens',
      meaning: 'revoke all stored tokens at the start',
      read: () => ({ expireTokens: true }),
    },
  ],
  [
    'reject-tokens',
    { form: 'reject-tokens', meaning: 'accept no token, however fresh', read: () => ({ rejectTokens: true }) },
  ],
  rated('drop', 'drop', 'act, then cut the connection without an answer'),
  rated('half', 'half', 'act, then cut the connection in the middle of the answer'),
  rated('stall', 'stall', 'act, then stop in the middle of the answer'),
  rated('wrong-json', 'wrongJson', 'act, then answer with invalid JSON'),
  rated('wrong-shape', 'wrongShape', 'act, then answer with JSON of another protocol'),
  rated('wrong-type', 'wrongType', 'act, then label the answer text/html'),
  [
    'refuse',
    { form: 'refuse=CARD[:CODE[:TEXT]]', meaning: 'refuse every change of a card; * is any card', read: readRefusal },
  ],
  [
    'async',
    {
      form: 'async=MS|never',
      meaning: 'answer changes with 202 and make them later',
      read: (value) => ({ asynchronous: value === 'never' ? { never: true } : { delayMs: Number(value) } }),
    },
  ],
  [
    'vanish',
    {
      form: 'vanish=CARD',
      meaning: 'stop listing a card',
      read: (value, { vanish = [] }) => ({ vanish: [...vanish, value] }),
    },
  ],
  [
    'malformed',
    {
      form: 'malformed=CARD',
      meaning: 'list a card with an invalid number',
      read: (value, { malformed = [] }) => ({ malformed: [...malformed, value] }),
    },
  ],
  [
    'cursor-loop',
    { form: 'cursor-loop', meaning: 'lead from the last page to the first', read: () => ({ cursorLoop: true }) },
  ],
  [
    'huge',
    {
      form: 'huge[=BYTES]',
      meaning: 'answer with this many bytes, by default 1 GB',
      read: (value) => ({ hugeBytes: value === '' ? 1e9 : Number(value) }),
    },
  ],
  ['incomplete', { form: 'incomplete', meaning: 'report lists as incomplete', read: () => ({ incomplete: true }) }],
  [
    'redirect',
    { form: 'redirect=URL', meaning: 'redirect instead of acting', read: (value) => ({ redirectTo: value }) },
  ],
  [
    'routes',
    {
      form: 'routes=NAME,…',
      meaning: `affect only these: ${PORTAL_ROUTES.join(', ')}`,
      read: (value) => ({ routes: value.split(',') as (typeof PORTAL_ROUTES)[number][] }),
    },
  ],
  [
    'after',
    { form: 'after=N', meaning: 'spare the first N requests', read: (value) => ({ afterRequests: Number(value) }) },
  ],
  ['times', { form: 'times=N', meaning: 'then affect N requests', read: (value) => ({ times: Number(value) }) }],
])

function readErrors(value: string, { errors = {} }: FaultsInput): FaultsInput {
  const [status = '', rate = ''] = value.split(':')
  return { errors: { ...errors, [status]: share(rate) } }
}

function readRateLimit(value: string): FaultsInput {
  const [seconds = '', rate = ''] = value.split(':')
  return { rateLimit: { retryAfterSeconds: Number(seconds), rate: share(rate) } }
}

function readRefusal(value: string, { refuse = {} }: FaultsInput): FaultsInput {
  const [card = '', code = 'refused', ...message] = value.split(':')
  return {
    refuse: {
      ...refuse,
      [card]: { code, message: message.length === 0 ? 'The provider refuses this change' : message.join(':') },
    },
  }
}
