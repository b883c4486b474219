import type { ProviderChange } from '../../../domain/card.ts'
import type { PortalCapabilities } from '../../../domain/sync/portal-protocol.ts'
import type { PortalErrorKind } from '../../../domain/sync/provider.ts'
import type { RefusedRow } from '../../../domain/sync/refused-row.ts'
import type { ReportedCard } from '../../../domain/sync/reconcile.ts'

export type { PortalErrorKind } from '../../../domain/sync/provider.ts'

/**
 * The port to a provider (decisions, section 6). Adapters are thin and hold nothing of the engine. Every method throws
 * `PortalError` and nothing else; a refusal of a change is an answer, not an error. An error of `submit` leaves open
 * whether the provider has acted: the same change with the same reference may be sent again, and acts once.
 */
export interface ProviderPortal {
  /** What the portal can do; cached for a while. */
  capabilities(signal: AbortSignal, options?: { byPerson?: boolean }): Promise<PortalCapabilities>
  /** @param cursor null for the first page */
  listCards(cursor: string | null, options: ListOptions, signal: AbortSignal): Promise<PortalPage>
  /** @param reference names this change permanently: 1 to 255 visible ASCII characters */
  submit(change: PortalChange, reference: string, signal: AbortSignal): Promise<ChangeAnswer>
  /** Many at once, as far as `bulkChanges` allows. A reference missing from the answer was not processed. */
  submitMany?(
    changes: readonly { change: PortalChange; reference: string }[],
    signal: AbortSignal,
  ): Promise<Map<string, ChangeAnswer>>
  /** The state of a change that was answered with `pending`. */
  status(providerReference: string, signal: AbortSignal): Promise<ChangeAnswer>
  /** Aborts what is under way and closes every connection. */
  close(): Promise<void>
}

export interface ListOptions {
  /** Cards changed since then, by the provider's clock (`portalTime` of an earlier run's first page). ISO 8601. */
  updatedSince?: string
  /** Cards wanted on a page; fewer or more may come. */
  limit: number
  /** A person asked: an earlier `Retry-After` counts for a minute at most (decisions, section 7). */
  byPerson?: boolean
}

export interface PortalPage {
  cards: readonly ReportedCard[]
  /** Where each of `cards` stands within the page, from 0. */
  positions: readonly number[]
  /** Unreadable cards; the page's others count. */
  refused: readonly UnreadableCard[]
  nextCursor: string | null
  /** On the last page: whether the listing named every card. Only then can a card be gone. */
  complete: boolean
  /** The provider's clock when it answered, ISO 8601; null if it sends none. */
  portalTime: string | null
}

/** The reason names the fields, never their values. */
export interface UnreadableCard extends Pick<RefusedRow, 'providerCardId' | 'cardNumber' | 'reason'> {
  /** From 0, within the page. */
  position: number
}

export interface PortalChange extends ProviderChange {
  providerCardId: string
}

export type ChangeAnswer =
  | { state: 'done' }
  | { state: 'pending'; reference: string; retryAfterSeconds?: number }
  | { state: 'refused'; code: string; message: string }

export interface PortalErrorDetails {
  /** How long the provider asks us to wait. */
  retryAfterSeconds?: number | undefined
  providerCode?: string | undefined
  /** The provider's words, cut to 500 characters. */
  providerMessage?: string | undefined
}

/**
 * Why a portal failed. The message is a sentence for a clerk and holds no credentials. There is no `cause`, because a
 * network library's error may carry the request.
 */
export class PortalError extends Error {
  readonly kind: PortalErrorKind
  readonly retryAfterSeconds: number | undefined
  readonly providerCode: string | undefined
  readonly providerMessage: string | undefined

  constructor(kind: PortalErrorKind, message: string, details: PortalErrorDetails = {}) {
    super(message)
    this.name = 'PortalError'
    this.kind = kind
    this.retryAfterSeconds = details.retryAfterSeconds
    this.providerCode = details.providerCode
    this.providerMessage = details.providerMessage
  }
}

/** Whether the same request may succeed later by itself. */
export function mayPass(error: PortalError): boolean {
  return PASSING_KINDS.has(error.kind)
}

const PASSING_KINDS: ReadonlySet<PortalErrorKind> = new Set<PortalErrorKind>([
  'cannot_resolve',
  'cannot_connect',
  'rate_limited',
  'unavailable',
  'timeout',
  'aborted',
])
