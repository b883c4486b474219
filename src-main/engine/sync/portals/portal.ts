import type { ProviderChange } from '../../../domain/card.ts'
import type { PortalCapabilities } from '../../../domain/sync/portal-protocol.ts'
import type { PortalErrorKind } from '../../../domain/sync/provider.ts'
import type { RefusedRow } from '../../../domain/sync/refused-row.ts'
import type { ReportedCard } from '../../../domain/sync/reconcile.ts'

export type { PortalErrorKind } from '../../../domain/sync/provider.ts'

/**
 * The port to a provider. Adapters are thin and know nothing of the engine. Methods throw only
 * `PortalError`; a refused change is an answer, not an error. After an error of `submit`, the outcome is unknown: the
 * same change may be sent again with the same reference, and takes effect once.
 */
export interface ProviderPortal {
  /** What the portal can do; cached for a while. */
  capabilities(signal: AbortSignal, options?: { byPerson?: boolean }): Promise<PortalCapabilities>
  /** One page of the list. @param cursor null for the first page */
  listCards(cursor: string | null, options: ListOptions, signal: AbortSignal): Promise<PortalPage>
  /** Sends a change. @param reference identifies it permanently: 1 to 255 visible ASCII characters */
  submit(change: PortalChange, reference: string, signal: AbortSignal): Promise<ChangeAnswer>
  /** Sends many changes, up to `bulkChanges`. A reference missing from the answer was not processed. */
  submitMany?(
    changes: readonly { change: PortalChange; reference: string }[],
    signal: AbortSignal,
  ): Promise<Map<string, ChangeAnswer>>
  /** The state of a change whose answer was `pending`. */
  status(providerReference: string, signal: AbortSignal): Promise<ChangeAnswer>
  /** Aborts running requests and closes every connection. */
  close(): Promise<void>
}

export interface ListOptions {
  /** Only cards changed since, by the provider's clock (`portalTime` of an earlier run's first page). ISO 8601. */
  updatedSince?: string
  /** The desired page size; pages may have fewer or more cards. */
  limit: number
  /** A person is waiting: an earlier `Retry-After` counts for a minute at most. */
  byPerson?: boolean
}

export interface PortalPage {
  cards: readonly ReportedCard[]
  /** The position of each of `cards` within the page, from 0. */
  positions: readonly number[]
  /** Unreadable cards; the others on the page still count. */
  refused: readonly UnreadableCard[]
  nextCursor: string | null
  /** On the last page: whether the list named every card. Only then can a card be gone. */
  complete: boolean
  /** The provider's clock at the response, ISO 8601; null if it sends none. */
  portalTime: string | null
}

/** A card that could not be read. The reason names the fields, never their values. */
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
  /** The provider's words, shortened to 500 characters. */
  providerMessage?: string | undefined
}

/**
 * Why a portal failed. The message is a sentence for a clerk and contains no credentials. There is no `cause`, because
 * a network library's error may contain the request.
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

/** Whether the same request may succeed later without anyone acting. */
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
