import type { InboxArrival } from '../../../../src-main/domain/webhooks/inbox.ts'

/** An arrival, and the event its body names. */
export interface Message extends InboxArrival {
  id: string
  event: string | null
}

export function messageOf(arrival: InboxArrival): Message {
  return { ...arrival, id: String(arrival.seq), event: /"event":"([a-z_.]+)"/.exec(arrival.body)?.[1] ?? null }
}
