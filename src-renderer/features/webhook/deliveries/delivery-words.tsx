import { Flex } from '@mantine/core'
import type { Delivery, DeliveryStatus } from '../../../../src-main/domain/webhook.ts'
import type { IconName, Tone } from '../../../components/icon.tsx'
import { StateBadge } from '../../../components/badge/state-badge.tsx'
import { text } from '../../../locales/messages.ts'
import { failedAttempts } from '../endpoint/failure-sparkline.tsx'
import styles from './deliveries.module.css'

const LOOKS: Record<DeliveryStatus, { tone: Tone; icon: IconName }> = {
  pending: { tone: 'pending', icon: 'pending' },
  succeeded: { tone: 'active', icon: 'check' },
  failed: { tone: 'failed', icon: 'alert' },
  skipped: { tone: 'inactive', icon: 'circleMinus' },
  cancelled: { tone: 'inactive', icon: 'close' },
}

/** Whether another of these deliveries of the same event arrived, such as a resend. */
export function isOvertaken(delivery: Pick<Delivery, 'eventId' | 'status'>, all: readonly Delivery[]): boolean {
  return (
    (delivery.status === 'pending' || delivery.status === 'failed') &&
    all.some(({ eventId, status }) => eventId === delivery.eventId && status === 'succeeded')
  )
}

interface DeliveryBadgeProps extends Pick<Delivery, 'status' | 'attemptCount'> {
  overtaken: boolean
}

export function DeliveryBadge({ status, attemptCount, overtaken }: DeliveryBadgeProps) {
  if (overtaken) return <StateBadge tone="inactive" icon="check" word={text('delivery.status.overtaken')} />
  // After a failed attempt it is no longer simply on its way.
  const word =
    status === 'pending' && attemptCount > 0 ? text('delivery.status.retrying') : text(`delivery.status.${status}`)
  return <StateBadge {...LOOKS[status]} word={word} moving={status === 'pending'} />
}

/** A dot for each attempt: red failed, green arrived, an open one is planned. */
export function AttemptDots({ delivery }: { delivery: Delivery }) {
  const failed = failedAttempts(delivery)
  const arrived = delivery.status === 'succeeded'
  const planned = delivery.status === 'pending'
  const words = [
    ...(failed === 0 ? [] : [text('delivery.dots.failed', { count: failed })]),
    ...(arrived ? [text('delivery.dots.arrived')] : []),
    ...(planned ? [text('delivery.dots.planned')] : []),
  ]
  if (words.length === 0) return <span className={styles.dim}>{text('delivery.dots.none')}</span>
  return (
    <Flex
      component="span"
      display="inline-flex"
      gap="xs"
      align="center"
      role="img"
      aria-label={words.join(', ')}
      title={words.join(', ')}
    >
      {Array.from({ length: failed }, (_, index) => (
        <span key={index} className={styles.dotFailed} />
      ))}
      {arrived && <span className={styles.dotArrived} />}
      {planned && <span className={styles.dotPlanned} />}
    </Flex>
  )
}
