import { z } from 'zod'
import { scramble } from '../domain/cards/mock/random.ts'
import { portalErrorSchema, providerCardIdSchema } from '../domain/sync/portal-protocol.ts'

/** The share of requests affected, from 0 to 1. */
const rate = z.number().min(0).max(1)

/** Wire faults affect every route but `token`, unless `routes` says otherwise. */
export const PORTAL_ROUTES = ['token', 'capabilities', 'cards', 'change', 'changes', 'status'] as const
export type PortalRoute = (typeof PORTAL_ROUTES)[number]

/** Everything that can be made to go wrong. `PUT /control/faults` replaces the whole set: a missing fault is off. */
export const faultsSchema = z.strictObject({
  /** Waits before anything else. */
  latencyMs: z.int().min(0).max(600_000).default(0),
  /** Answers with this status without acting: `{"503": 0.2}`. */
  errors: z.record(z.string().regex(/^[45]\d\d$/), rate).default({}),
  /** Answers 429 without acting. */
  rateLimit: z
    .object({ retryAfterSeconds: z.int().min(0).max(1_000_000), rate: rate.default(1) })
    .nullable()
    .default(null),
  /** Revokes all issued tokens now; not stored. */
  expireTokens: z.boolean().default(false),
  /** Rejects every token, even a fresh one. */
  rejectTokens: z.boolean().default(false),
  /** Acts, then cuts the connection without an answer. */
  drop: rate.default(0),
  /** Acts, then cuts the connection in the middle of the answer. */
  half: rate.default(0),
  /** Acts, then stops in the middle of the answer, with the connection open. */
  stall: rate.default(0),
  /** Acts, then answers with invalid JSON. */
  wrongJson: rate.default(0),
  /** Acts, then answers with JSON outside the protocol. */
  wrongShape: rate.default(0),
  /** Acts, then labels the answer `text/html`. */
  wrongType: rate.default(0),
  /** Refuses every change of these cards; `*` is any card. */
  refuse: z.record(z.string(), portalErrorSchema).default({}),
  /** Answers changes with 202 and makes them later; while `never`, not at all. */
  asynchronous: z
    .object({ delayMs: z.int().min(0).max(86_400_000).default(0), never: z.boolean().default(false) })
    .nullable()
    .default(null),
  /** Neither lists nor changes these cards. */
  vanish: z.array(providerCardIdSchema).default([]),
  /** Lists these cards with an invalid number. */
  malformed: z.array(providerCardIdSchema).default([]),
  /** The last page leads back to the first. */
  cursorLoop: z.boolean().default(false),
  /** Streams this many bytes of JSON. */
  hugeBytes: z
    .int()
    .min(0)
    .max(2 ** 40)
    .default(0),
  /** Listings report themselves incomplete. */
  incomplete: z.boolean().default(false),
  /** Redirects there without acting. */
  redirectTo: z.string().nullable().default(null),
  /** Wire faults affect only these routes. */
  routes: z.array(z.enum(PORTAL_ROUTES)).nullable().default(null),
  /** Wire faults spare this many of the requests first. */
  afterRequests: z.int().min(0).default(0),
  /** Then they affect this many; null for no end. */
  times: z.int().min(0).nullable().default(null),
})
export type Faults = z.infer<typeof faultsSchema>
export type FaultsInput = z.input<typeof faultsSchema>

/** The wire faults of one request: before it is read, and after it was acted on. */
export interface Fate {
  latencyMs: number
  before: { status: number } | { status: 429; retryAfterSeconds: number } | { status: 307; location: string } | null
  after: 'drop' | 'half' | 'stall' | 'wrongJson' | 'wrongShape' | 'wrongType' | { hugeBytes: number } | null
}

const UNTOUCHED: Fate = { latencyMs: 0, before: null, after: null }

export interface FaultSwitch {
  current(): Faults
  set(faults: Faults): void
  /** The fate of the next request of this route. The same requests meet the same fates with the same seed. */
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
