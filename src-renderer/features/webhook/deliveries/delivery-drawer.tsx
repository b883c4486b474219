import { Drawer } from '@mantine/core'
import { useState } from 'react'
import type { ProjectScope } from '../../../../src-main/domain/environment-name.ts'
import type { Webhook } from '../../../../src-main/domain/webhook.ts'
import { useQuery } from '../../../client/client-context.tsx'
import { DrawerFrame } from '../../../components/overlay/drawer-frame.tsx'
import { ErrorMessage } from '../../../components/feedback/state-message.tsx'
import { useLayer } from '../../../layers.ts'
import { text } from '../../../locales/messages.ts'
import { showWebhook, useWebhookView } from '../webhook-place.ts'
import { DeliveryBadge, isOvertaken } from './delivery-words.tsx'
import { logInput } from './log-input.ts'
import { DeliveryView } from './delivery-view.tsx'
import styles from './drawer.module.css'

/** One delivery over the log, named by the address: what was sent and what came back, attempt by attempt. */
export function DeliveryDrawer({ webhook, ...place }: ProjectScope & { webhook: Webhook | null }) {
  const { deliveryId } = useWebhookView()
  // Keeps its content while it slides away.
  const [last, setLast] = useState(deliveryId)
  if (deliveryId !== null && deliveryId !== last) setLast(deliveryId)
  const shown = deliveryId ?? last
  const close = () => showWebhook({ deliveryId: null })
  const layer = useLayer(deliveryId !== null, 'drawer')
  return (
    <Drawer.Root {...layer} opened={deliveryId !== null} onClose={close} position="right" size="62rem">
      <Drawer.Overlay />
      <Drawer.Content classNames={{ content: styles.drawer ?? '' }} aria-label={text('delivery.one')}>
        {shown !== null && <Shown key={shown} {...place} deliveryId={shown} webhook={webhook} onClose={close} />}
      </Drawer.Content>
    </Drawer.Root>
  )
}

function Shown({
  deliveryId,
  webhook,
  onClose,
  ...place
}: ProjectScope & { deliveryId: string; webhook: Webhook | null; onClose: () => void }) {
  const { value: delivery, error, reload } = useQuery('webhook.deliveries.get', { ...place, deliveryId })
  const recent = useQuery('webhook.deliveries.list', logInput(place)).value?.docs ?? []
  return (
    <DrawerFrame
      title={delivery === undefined ? text('delivery.one') : <code>{delivery.event}</code>}
      beside={delivery !== undefined && <DeliveryBadge {...delivery} overtaken={isOvertaken(delivery, recent)} />}
      closeLabel={text('close')}
      onClose={onClose}
      wide
    >
      {error !== null && <ErrorMessage title={text('delivery.one.error')} error={error} onRetry={reload} />}
      {delivery === undefined && error === null && <div aria-busy="true" aria-label={text('app.loading')} />}
      {delivery !== undefined && <DeliveryView {...place} delivery={delivery} webhook={webhook} />}
    </DrawerFrame>
  )
}
