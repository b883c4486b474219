import { isByService } from '../../../src-main/domain/sync/service-words.ts'
import type { Push, SyncRunView, SyncState } from '../../../src-main/domain/sync/provider.ts'
import type { IconName, Tone } from '../../components/icon.tsx'
import { StateBadge } from '../../components/badge/state-badge.tsx'
import { plural, text } from '../../locales/messages.ts'

const RUN_LOOKS: Record<SyncRunView['state'], { tone: Tone; icon: IconName }> = {
  running: { tone: 'pending', icon: 'pending' },
  completed: { tone: 'active', icon: 'check' },
  failed: { tone: 'failed', icon: 'alert' },
  cancelled: { tone: 'inactive', icon: 'close' },
}

export function RunBadge({ state }: { state: SyncRunView['state'] }) {
  return <StateBadge {...RUN_LOOKS[state]} word={text(`sync.run.${state}`)} moving={state === 'running'} />
}

const PUSH_LOOKS: Record<Push['state'], { tone: Tone; icon: IconName }> = {
  queued: { tone: 'pending', icon: 'clock' },
  sending: { tone: 'pending', icon: 'pending' },
  confirming: { tone: 'pending', icon: 'pending' },
  failed: { tone: 'failed', icon: 'alert' },
  blocked: { tone: 'inactive', icon: 'stop' },
}

/** A change that was given up, or came from a backup, was not refused. */
export function PushBadge({ push: { state, error } }: { push: Pick<Push, 'state' | 'error'> }) {
  const isGivenUp = state === 'failed' && error !== null && isByService(error)
  return (
    <StateBadge
      {...PUSH_LOOKS[state]}
      word={text(isGivenUp ? 'cards.sync.failed' : `push.state.${state}`)}
      moving={state === 'sending' || state === 'confirming'}
    />
  )
}

/** The connection's state as a badge. */
export function HealthBadge({ state: { provider, running, lastRun } }: { state: SyncState }) {
  if (provider === null) return null
  if (provider.adapter === 'rest' && !provider.hasCredentials)
    return <StateBadge tone="failed" icon="access" word={text('sync.health.credentials')} />
  if (running !== null) return <StateBadge tone="pending" icon="pending" word={text('sync.health.running')} moving />
  if (provider.failureCount > 0)
    return <StateBadge tone="failed" icon="alert" word={plural('sync.health.failing', provider.failureCount)} />
  if (lastRun === null) return <StateBadge tone="new" icon="circlePlus" word={text('sync.health.new')} />
  return <StateBadge tone="active" icon="circleCheck" word={text('sync.health.well')} />
}
