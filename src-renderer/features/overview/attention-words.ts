import type { IconName } from '../../components/icon.tsx'
import { plural, text, textIfKnown } from '../../locales/messages.ts'
import { failureWords } from '../sync/failure-words.ts'
import type { Attention } from './overview-figures.ts'

export const ATTENTION_ICONS: Record<Attention['kind'], IconName> = {
  card_failed: 'alert',
  drift: 'differ',
  webhook_disabled: 'webhook',
  delivery_failed: 'send',
  sync_failing: 'refresh',
  held: 'release',
  no_provider: 'unplugged',
}

/** What it is, without a full stop. */
export function attentionTitle({ kind, count, cardId, claim }: Attention): string {
  switch (kind) {
    case 'card_failed':
      // The first are named; the last row is for all of them.
      return cardId === null
        ? plural('attention.cards_failed', count)
        : text(claim === null ? 'attention.card_failed' : `card.claim.${claim}`)
    case 'drift':
      return plural('attention.drift', count)
    case 'delivery_failed':
      return plural('attention.delivery_failed', count)
    case 'webhook_disabled':
    case 'sync_failing':
    case 'held':
    case 'no_provider':
      return text(`attention.${kind}`)
  }
}

/** The reason, if known: why a run failed, the provider's message, or why the service disabled a webhook. */
export function attentionReason({ kind, message, failureKind }: Attention): string | null {
  if (failureKind !== null) return failureWords(failureKind)
  if (message === null) return null
  return kind === 'webhook_disabled' ? textIfKnown(`webhook.disabled.${message}.text`) : message
}

/** The full reason, with the service's own message if a translation replaces it. */
export function attentionDetail(entry: Attention): string {
  const reason = attentionReason(entry) ?? ''
  return entry.failureKind === null || entry.message === null
    ? reason
    : `${reason}\n${text('service.words', { message: entry.message })}`
}
