import type { IconName } from '../../components/icon.tsx'
import { plural, text } from '../../locales/messages.ts'
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
export function attentionTitle({ kind, count }: Attention): string {
  switch (kind) {
    case 'card_failed':
      return plural('attention.card_failed', count)
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
