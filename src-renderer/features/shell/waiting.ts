import type { Overview } from '../../../src-main/domain/desk/overview.ts'
import type { Tone } from '../../components/icon.tsx'
import { plural } from '../../locales/messages.ts'
import type { RailScreen } from '../../place.ts'
import { attentionTitle } from '../overview/attention-words.ts'

type Attention = Overview['attention'][number]

/** Which screen resolves what needs attention; a hold has a notice of its own. */
const SCREEN_OF: Partial<Record<Attention['kind'], RailScreen>> = {
  card_failed: 'cards',
  drift: 'sync',
  sync_failing: 'sync',
  webhook_disabled: 'webhook',
  delivery_failed: 'webhook',
}

/** What waits on a screen. */
export interface Waiting {
  words: readonly string[]
  tone: Tone
}

/** What the rail says of each screen; a screen on which nothing waits is left out. */
export function waitingOn(attention: readonly Attention[], approvals: number): Map<RailScreen, Waiting> {
  const waiting = new Map<RailScreen, Waiting>()
  const add = (screen: RailScreen, words: string, tone: Tone) => {
    const before = waiting.get(screen)
    const said = [...new Set([...(before?.words ?? []), words])]
    waiting.set(screen, { words: said, tone: before?.tone === 'failed' ? 'failed' : tone })
  }
  for (const entry of attention) {
    const screen = SCREEN_OF[entry.kind]
    if (screen !== undefined) add(screen, attentionTitle(entry), entry.kind === 'drift' ? 'pending' : 'failed')
  }
  if (approvals > 0) add('settings', plural('approvals.waiting', approvals), 'pending')
  return waiting
}
