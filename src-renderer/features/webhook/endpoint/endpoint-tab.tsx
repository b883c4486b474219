import type { Webhook } from '../../../../src-main/domain/webhook.ts'
import { DeliveryLog } from '../deliveries/delivery-log.tsx'
import type { ProjectPlace } from '../webhook-place.ts'
import { EndpointCard } from './endpoint-card.tsx'
import { EndpointSkeleton } from './endpoint-skeleton.tsx'
import styles from '../webhook.module.css'

/** Left the endpoint, right what was sent to it. */
export function EndpointTab({ webhook, ...place }: ProjectPlace & { webhook: Webhook | null }) {
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        {webhook === null ? <EndpointSkeleton /> : <EndpointCard {...place} webhook={webhook} />}
      </div>
      <DeliveryLog {...place} webhook={webhook} />
    </div>
  )
}
