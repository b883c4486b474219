import type { InboxArrival, Verdict } from '../../../domain/webhooks/inbox.ts'
import { style } from '../../output/style.ts'

/** An arrival in the columns time, event, id, verdict, answer. */
export function arrivalRow(
  arrival: InboxArrival,
): [time: string, event: string, id: string, verdict: string, answered: string] {
  return [
    arrival.receivedAt.slice(11, 23),
    eventOf(arrival.body),
    arrival.headers['webhook-id'] ?? '–',
    verdictOf(arrival),
    arrival.answered,
  ]
}

/** One line for a person watching. */
export function arrivalLine(arrival: InboxArrival): string {
  const [time, event, id, verdict, answered] = arrivalRow(arrival)
  const judged = isVerified(arrival) ? style.green(`✓ ${verdict}`) : style.red(`✗ ${verdict}`)
  const answer = answered === '200' ? style.green(answered) : style.yellow(answered)
  return `${style.dim(time)}  ${style.bold(event.padEnd(16))}  ${id.padEnd(28)}  ${judged}  → ${answer}\n`
}

function isVerified({ verdicts }: InboxArrival): boolean {
  return verdicts.standard === 'valid' && verdicts.hex === 'valid'
}

const WORDS: Record<Verdict, string> = {
  valid: 'valid',
  invalid: 'invalid',
  missing: 'missing',
  too_old: 'too old',
  no_secret: 'nothing to verify with',
}

function verdictOf(arrival: InboxArrival): string {
  const { standard, hex } = arrival.verdicts
  if (isVerified(arrival)) return 'verified'
  return standard === hex
    ? `signatures ${WORDS[standard]}`
    : `webhook-signature ${WORDS[standard]}, X-Webhook-Signature ${WORDS[hex]}`
}

/** Anyone may post anything, not only events. */
function eventOf(body: string): string {
  try {
    const { event } = JSON.parse(body) as { event?: unknown }
    return typeof event === 'string' && /^[\w.]{1,40}$/.test(event) ? event : 'not an event'
  } catch {
    return 'not an event'
  }
}
