import { FuelcardConnectionError, FuelcardError } from './errors.ts'

const LONGEST_DELAY_MS = 8_000
/** Statuses of proxies and of the service that may pass. */
const PASSING_STATUS: ReadonlySet<number> = new Set([429, 502, 503, 504])

/**
 * Whether another attempt may succeed and can do no harm.
 *
 * @param repeatable whether the service recognises a repetition (a key), or nothing changes (GET). Without that, only a
 *   refusal that says that nothing was done allows another attempt.
 */
export function mayPass(error: unknown, repeatable: boolean): boolean {
  if (error instanceof FuelcardError) {
    if (error.code === 'error.rate_limited' || error.code === 'error.unavailable') return true
    // The first attempt is still running: the repetition gets its answer.
    return repeatable && error.code === 'error.idempotency_conflict'
  }
  if (!(error instanceof FuelcardConnectionError) || !repeatable) return false
  return error.problem !== 'unreadable' || PASSING_STATUS.has(error.status ?? 0)
}

/** The pause before the attempt after this one: doubled each time, half of it by chance, so that clients spread out. */
export function pauseMs(attempt: number, firstMs: number): number {
  const longest = Math.min(firstMs * 2 ** (attempt - 1), LONGEST_DELAY_MS)
  return longest / 2 + (Math.random() * longest) / 2
}

/** Milliseconds from a `Retry-After` header in seconds or as a date; null for anything else. */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000
  const date = Date.parse(header)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}

/** Resolves after the pause; rejects with the signal's reason as soon as it is aborted. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    if (signal?.aborted === true) abort()
    else signal?.addEventListener('abort', abort, { once: true })
  })
}
