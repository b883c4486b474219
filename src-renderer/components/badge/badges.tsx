import { claimOf, type ProviderClaim, type ShownCard } from '../../../src-main/domain/cards/at-provider.ts'
import type { CardStatus, SyncStatus } from '../../../src-main/domain/card.ts'
import { text } from '../../locales/messages.ts'
import { Icon, type IconName } from '../icon.tsx'
import { StateBadge, toneStyle } from './state-badge.tsx'
import styles from './badge.module.css'

const STATUS_ICONS: Record<CardStatus, IconName> = { new: 'circlePlus', active: 'circleCheck', inactive: 'circleMinus' }
const SYNC_ICONS: Record<SyncStatus, IconName> = { synced: 'check', pending: 'pending', failed: 'alert' }

/**
 * Colour, icon and word together. If the provider has not followed, its status is shown
 * instead of ours, since the provider decides whether fuel is sold.
 */
export function StatusBadge({ card }: { card: Pick<ShownCard, 'status' | 'atProvider'> }) {
  const { status } = card
  const claim = claimOf(card)
  if (claim !== null) return <ClaimBadge claim={claim} />
  return <StateBadge tone={status} icon={STATUS_ICONS[status]} word={text(`cards.status.${status}`)} />
}

/** What holds at the provider, in the colour of a warning. */
export function ClaimBadge({ claim }: { claim: ProviderClaim }) {
  return (
    <span className={`${styles.badge} ${styles.claim}`} style={toneStyle('pending')}>
      <Icon name="alert" size={14} />
      {text(`card.claim.${claim}`)}
    </span>
  )
}

/** After a refusal, hovering or focusing the badge shows the provider's message. */
export function SyncBadge({ status, message }: { status: SyncStatus; message: string | null }) {
  return (
    <span
      className={status === 'synced' ? `${styles.badge} ${styles.synced}` : styles.badge}
      style={status === 'synced' ? undefined : toneStyle(status)}
      tabIndex={message === null ? undefined : 0}
      data-tip={message ?? undefined}
      aria-description={message ?? undefined}
    >
      <Icon name={SYNC_ICONS[status]} size={14} turning={status === 'pending'} />
      {text(`cards.sync.${status}`)}
    </span>
  )
}
