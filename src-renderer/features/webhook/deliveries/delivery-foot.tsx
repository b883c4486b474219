import { Permitted } from '../../../components/button/permitted.tsx'
import { Box, Button, Tooltip } from '@mantine/core'
import type { ProjectScope } from '../../../../src-main/domain/environment-name.ts'
import type { DeliveryDetail, Webhook } from '../../../../src-main/domain/webhook.ts'
import { useCall } from '../../../client/use-call.ts'
import { Icon } from '../../../components/icon.tsx'
import { Problem } from '../../../components/feedback/problem.tsx'
import { useNow } from '../../../components/text/use-now.ts'
import { showToast } from '../../../components/feedback/toast-store.ts'
import { text } from '../../../locales/messages.ts'
import { showWebhook } from '../webhook-place.ts'
import styles from './drawer.module.css'

interface DeliveryFootProps extends ProjectScope {
  delivery: DeliveryDetail
  webhook: Webhook | null
  aheadMs: number
}

/** Sends it again; in the sandbox, also advances the clock to its next attempt. */
export function DeliveryFoot({ delivery, webhook, aheadMs, ...place }: DeliveryFootProps) {
  const resend = useCall('webhook.resend', ['webhook.deliveries.list', 'webhook.get', 'audit.list'], (queued) => {
    // The drawer follows the resend; the toast leads back to the original.
    showWebhook({ deliveryId: queued.id })
    showToast('sent', text('delivery.resent'), {
      label: text('delivery.resent.before'),
      run: () => showWebhook({ deliveryId: delivery.id }),
    })
  })
  const advance = useCall(
    'clock.advance',
    ['clock.show', 'webhook.deliveries.list', 'webhook.deliveries.get', 'webhook.get'],
    () => showToast('done', text('delivery.advanced')),
  )
  const now = useNow(1_000)
  const disabled = webhook?.status === 'disabled'
  const leftMs = delivery.nextAttemptAt === null ? null : Date.parse(delivery.nextAttemptAt) - now - aheadMs
  return (
    <footer className={styles.foot}>
      <Problem words={resend.problem ?? advance.problem} />
      <Box component="span" flex={1} />
      {place.environment === 'sandbox' && leftMs !== null && leftMs > 0 && (
        <Permitted call="clock.advance">
          <Button
            variant="default"
            leftSection={<Icon name="clock" size={16} />}
            loading={advance.busy}
            onClick={() => advance.run({ ms: Math.max(1, Math.ceil(leftMs)) })}
          >
            {text('delivery.advance')}
          </Button>
        </Permitted>
      )}
      <Tooltip label={text('delivery.resend.disabled')} disabled={!disabled}>
        <Permitted call="webhook.resend">
          <Button
            leftSection={<Icon name="resend" size={16} />}
            loading={resend.busy}
            disabled={disabled}
            onClick={() => resend.run({ ...place, deliveryId: delivery.id })}
          >
            {text('delivery.resend')}
          </Button>
        </Permitted>
      </Tooltip>
    </footer>
  )
}
