import { Stack } from '@mantine/core'
import { text } from '../../../locales/messages.ts'
import { Panel } from '../../../components/screen/panel.tsx'
import table from '../../../components/table/data-table.module.css'
import type { ProjectScope } from '../../../../src-main/domain/environment-name.ts'
import type { Webhook } from '../../../../src-main/domain/webhook.ts'
import { DeliveryLog } from '../deliveries/delivery-log.tsx'
import { EndpointCard } from './endpoint-card.tsx'
import styles from '../webhook.module.css'

/** The endpoint at the left, its deliveries at the right. */
export function EndpointTab({ webhook, ...place }: ProjectScope & { webhook: Webhook | null }) {
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        {webhook === null ? <EndpointSkeleton /> : <EndpointCard {...place} webhook={webhook} />}
      </div>
      <DeliveryLog {...place} webhook={webhook} />
    </div>
  )
}

const LINES = [0, 1, 2, 3, 4, 5]

/** The endpoint's card while it loads. */
function EndpointSkeleton() {
  return (
    <Panel title={text('webhook.endpoint')}>
      <Stack gap={18} py="sm" px={0} aria-busy="true" aria-label={text('app.loading')}>
        {LINES.map((line) => (
          <span key={line} className={table.skeleton} />
        ))}
      </Stack>
    </Panel>
  )
}
