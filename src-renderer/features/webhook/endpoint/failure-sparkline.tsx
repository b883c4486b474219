import { useAnswer } from '../../../client/client-context.tsx'
import { text } from '../../../locales/messages.ts'
import type { Delivery } from '../../../../src-main/domain/webhook.ts'
import { logInput } from '../deliveries/log-input.ts'
import type { ProjectPlace } from '../webhook-place.ts'
import styles from './endpoint.module.css'

const SHOWN = 16
/** Failed attempts that fill the height. */
const MOST = 5

/** The newest deliveries as bars: green arrived, red failed, the higher the more attempts failed. */
export function FailureSparkline(place: ProjectPlace) {
  const { value } = useAnswer('webhook.deliveries.list', logInput(place))
  const deliveries = (value?.docs ?? []).filter(({ status }) => status === 'succeeded' || failedAttempts({ status, attemptCount: 1 }) > 0).slice(0, SHOWN)
  // One bar alone is a speck, no line.
  if (deliveries.length < 2) return null
  const failed = deliveries.filter((delivery) => delivery.status !== 'succeeded').length
  return (
    <span className={styles.sparkline} role="img" aria-label={text('webhook.sparkline', { count: deliveries.length, failed })}>
      {deliveries.toReversed().map((delivery) => (
        <span key={delivery.id} className={delivery.status === 'succeeded' ? styles.barDone : styles.barFailed} style={{ height: `${heightOf(delivery)}%` }} />
      ))}
    </span>
  )
}

export function failedAttempts({ status, attemptCount }: Pick<Delivery, 'status' | 'attemptCount'>): number {
  if (status === 'succeeded') return attemptCount - 1
  return status === 'failed' || status === 'pending' ? attemptCount : 0
}

function heightOf(delivery: Delivery): number {
  const failed = failedAttempts(delivery)
  return failed === 0 ? 30 : 40 + (60 * Math.min(failed, MOST)) / MOST
}
