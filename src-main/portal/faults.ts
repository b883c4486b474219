import { z } from 'zod'
import { scramble } from '../domain/cards/mock/random.ts'
import { portalErrorSchema, providerCardIdSchema } from '../domain/sync/portal-protocol.ts'

/** Of all requests, such a share: 0 is none, 1 is all. */
const rate = z.number().min(0).max(1)

/** What a request is for. Faults of the wire strike all but `token` unless `routes` chooses. */
export const PORTAL_ROUTES = ['token', 'capabilities', 'cards', 'change', 'changes', 'status'] as const
export type PortalRoute = (typeof PORTAL_ROUTES)[number]

/** Everything that can be made to go wrong; `PUT /control/faults` replaces the whole set, what it leaves out is off. */
export const faultsSchema = z.strictObject({
  /** Wait so long before anything else. */
  latencyMs: z.int().min(0).max(600_000).default(0),
  /** Answer so without acting: `{"503": 0.2}`. */
  errors: z.record(z.string().regex(/^[45]\d\d$/), rate).default({}),
  /** Answer 429 without acting. */
  rateLimit: z
    .object({ retryAfterSeconds: z.int().min(0).max(1_000_000), rate: rate.default(1) })
    .nullable()
    .default(null),
  /** At once: every token given out so far is void. Never kept. */
  expireTokens: z.boolean().default(false),
  /** No token is good, not even a fresh one. */
  rejectTokens: z.boolean().default(false),
  /** Act, then cut the connection without an answer. */
  drop: rate.default(0),
  /** Act, then cut the connection in the middle of the answer. */
  half: rate.default(0),
  /** Act, then stop in the middle of the answer, and keep the connection. */
  stall: rate.default(0),
  /** Act, then answer what is no JSON. */
  wrongJson: rate.default(0),
  /** Act, then answer JSON that is not of this protocol. */
  wrongShape: rate.default(0),
  /** Act, then call the answer `text/html`. */
  wrongType: rate.default(0),
  /** Refuse every change of these cards; `*` is any card. */
  refuse: z.record(z.string(), portalErrorSchema).default({}),
  /** Answer changes with 202, and make them later; while `never`, not at all. */
  asynchronous: z
    .object({ delayMs: z.int().min(0).max(86_400_000).default(0), never: z.boolean().default(false) })
    .nullable()
    .default(null),
  /** These cards are neither listed nor changed. */
  vanish: z.array(providerCardIdSchema).default([]),
  /** These cards are listed with a number that is none. */
  malformed: z.array(providerCardIdSchema).default([]),
  /** The last page leads back to the first. */
  cursorLoop: z.boolean().default(false),
  /** Answer with so many bytes of JSON, streamed. */
  hugeBytes: z
    .int()
    .min(0)
    .max(2 ** 40)
    .default(0),
  /** Listings say that they are not complete. */
  incomplete: z.boolean().default(false),
  /** Redirect to there without acting. */
  redirectTo: z.string().nullable().default(null),
  /** The faults of the wire strike these requests alone. */
  routes: z.array(z.enum(PORTAL_ROUTES)).nullable().default(null),
  /** The faults of the wire spare so many of those requests first. */
  afterRequests: z.int().min(0).default(0),
  /** Then they strike so many of them; null is without end. */
  times: z.int().min(0).nullable().default(null),
})
export type Faults = z.infer<typeof faultsSchema>
export type FaultsInput = z.input<typeof faultsSchema>

/** How the wire treats one request: before it is looked at, and after it was acted on. */
export interface Fate {
  latencyMs: number
  before: { status: number } | { status: 429; retryAfterSeconds: number } | { status: 307; location: string } | null
  after: 'drop' | 'half' | 'stall' | 'wrongJson' | 'wrongShape' | 'wrongType' | { hugeBytes: number } | null
}

const UNTOUCHED: Fate = { latencyMs: 0, before: null, after: null }

export interface FaultSwitch {
  current(): Faults
  set(faults: Faults): void
  /** What happens to the next request of this route. The same requests meet the same fate, given the same seed. */
  fateOf(route: PortalRoute): Fate
}

export function createFaultSwitch(initial: Faults, seed: number): FaultSwitch {
  let faults = initial
  let struck = 0
  let drawn = 0
  const strikes = (share: number) => share > 0 && scramble(scramble(seed) ^ ++drawn) / 2 ** 32 < share
  return {
    current: () => faults,
    set: (changed) => {
      faults = changed
      struck = 0
    },
    fateOf: (route) => {
      if (!(faults.routes === null ? route !== 'token' : faults.routes.includes(route))) return UNTOUCHED
      struck += 1
      const { afterRequests, times } = faults
      if (struck <= afterRequests || (times !== null && struck > afterRequests + times)) return UNTOUCHED
      return { latencyMs: faults.latencyMs, before: before(faults, strikes), after: after(faults, strikes) }
    },
  }
}

function before(faults: Faults, strikes: (share: number) => boolean): Fate['before'] {
  if (faults.rateLimit !== null && strikes(faults.rateLimit.rate))
    return { status: 429, retryAfterSeconds: faults.rateLimit.retryAfterSeconds }
  for (const [status, share] of Object.entries(faults.errors)) if (strikes(share)) return { status: Number(status) }
  return faults.redirectTo === null ? null : { status: 307, location: faults.redirectTo }
}

const AFTER = ['drop', 'half', 'stall', 'wrongJson', 'wrongShape', 'wrongType'] as const

function after(faults: Faults, strikes: (share: number) => boolean): Fate['after'] {
  return AFTER.find((name) => strikes(faults[name])) ?? (faults.hugeBytes > 0 ? { hugeBytes: faults.hugeBytes } : null)
}
