import type { RunFailureKind, SyncRunView } from '../../../src-main/domain/sync/provider.ts'
import { plural, text } from '../../locales/messages.ts'

/** Why a run ended early, in whole sentences; a portal's failures read as in the connection test if they fit a run. */
export function failureWords(kind: RunFailureKind): string {
  switch (kind) {
    case 'unavailable':
    case 'aborted':
    case 'missing_cards':
    case 'endless_list':
    case 'folder':
    case 'internal':
    case 'interrupted':
    case 'cancelled':
      return text(`sync.failure.${kind}`)
    case 'cannot_resolve':
    case 'cannot_connect':
    case 'tls':
    case 'destination':
    case 'credentials':
    case 'protocol':
    case 'refused':
    case 'rate_limited':
    case 'timeout':
    case 'too_large':
      return `${text(`connect.result.${kind}`)}. ${text(`connect.result.${kind}.text`)}`
  }
}

/**
 * Why a run ended as it did, with the service's own words if a translation replaces them; null if there is nothing to
 * say.
 */
export function runWords({
  state,
  error,
  missing,
  failureKind,
}: SyncRunView): { reason: string; detail: string | null } | null {
  if (error === null || (state === 'cancelled' && failureKind === null)) return null
  const detail = text('service.words', { message: error })
  if (missing !== null) return { reason: plural('sync.missing.why', missing), detail }
  return failureKind === null ? { reason: detail, detail: null } : { reason: failureWords(failureKind), detail }
}
