import type { IconName } from '../../components/icon.tsx'
import { plural, text, textIfKnown } from '../../locales/messages.ts'
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

/** What it is, in a sentence without its end. */
export function attentionTitle({ kind, count, cardId }: Attention): string {
  switch (kind) {
    case 'card_failed':
      // The first are named; the others are counted together.
      return cardId === null ? plural('attention.card_more', count) : text('attention.card_failed')
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

/** Why, where it is known: the provider's words, or the reason why the service disabled a webhook. */
export function attentionReason({ kind, message }: Attention): string | null {
  if (message === null) return null
  return kind === 'webhook_disabled' ? textIfKnown(`webhook.disabled.${message}.text`) : message
}
