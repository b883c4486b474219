import { Box, Button, Skeleton, Stack, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import type { Card } from '../../../../src-main/domain/card.ts'
import type { CallOutput } from '../../../../src-preload/contract.ts'
import { useQuery } from '../../../client/client-context.tsx'
import { Icon, type IconName } from '../../../components/icon.tsx'
import { Moment } from '../../../components/text/moment.tsx'
import { ErrorMessage, StateMessage } from '../../../components/feedback/state-message.tsx'
import { plural, text } from '../../../locales/messages.ts'
import { useAppStore } from '../../../app-store.ts'
import { useAhead } from '../ahead.ts'
import { DeliveryDetail } from './delivery-detail.tsx'
import styles from './events.module.css'

type Delivery = CallOutput<'webhook.deliveries.list'>['docs'][number]

const STEP = 20
/** The service's page limit. */
const MAXIMUM = 100
const ICONS: Record<Delivery['status'], IconName> = {
  pending: 'pending',
  succeeded: 'circleCheck',
  failed: 'alert',
  skipped: 'circleMinus',
  cancelled: 'revoke',
}

/** The card's events and deliveries, newest first, down to each attempt. */
export function CardEvents({ card }: { card: Card }) {
  const [limit, setLimit] = useState(STEP)
  const openScreen = useAppStore((state) => state.open)
  const place = { projectId: card.projectId, environment: card.environment }
  const { value: webhook } = useQuery('webhook.get', place)
  const { value, error, loading, reload } = useQuery('webhook.deliveries.list', { ...place, cardId: card.id, limit })
  if (webhook === null)
    return (
      <StateMessage
        icon="webhook"
        title={text('card.events.noWebhook.title')}
        text={text('card.events.noWebhook.text')}
      >
        <Button variant="default" onClick={() => openScreen('webhook')}>
          {text('card.events.noWebhook.action')}
        </Button>
      </StateMessage>
    )
  if (error !== null) return <ErrorMessage title={text('card.events.error')} error={error} onRetry={reload} />
  if (value === undefined) return <Waiting />
  if (value.docs.length === 0)
    return <StateMessage icon="webhook" title={text('card.events.none.title')} text={text('card.events.none.text')} />
  return (
    <ol className={styles.events} aria-busy={loading}>
      {value.docs.map((delivery) => (
        <Line key={delivery.id} card={card} delivery={delivery} />
      ))}
      {value.total > value.docs.length && limit < MAXIMUM && (
        <Box component="li" py="sm" px="md">
          <Button variant="subtle" size="compact-sm" loading={loading} onClick={() => setLimit(MAXIMUM)}>
            {text('timeline.more')}
          </Button>
        </Box>
      )}
    </ol>
  )
}

function Line({ card, delivery }: { card: Card; delivery: Delivery }) {
  const [open, setOpen] = useState(false)
  return (
    <li>
      <UnstyledButton className={styles.line} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name={open ? 'chevronDown' : 'chevronRight'} size={16} className={styles.arrow} />
        <Box component="code" fw={500} ff="monospace">
          {delivery.event}
        </Box>
        <span className={styles.state} data-status={delivery.status}>
          <Icon name={ICONS[delivery.status]} size={14} />
          {text(`delivery.status.${delivery.status}`)}
        </span>
        <span className={styles.beside}>
          {delivery.attemptCount > 0 && <span>{plural('card.events.attempts', delivery.attemptCount)}</span>}
          <span>{text(`delivery.trigger.${delivery.trigger}`)}</span>
        </span>
      </UnstyledButton>
      <span className={styles.time}>
        <Moment value={delivery.createdAt} aheadMs={useAhead()} />
      </span>
      {open && <DeliveryDetail projectId={card.projectId} environment={card.environment} deliveryId={delivery.id} />}
    </li>
  )
}

function Waiting() {
  return (
    <Stack gap="sm" py={20} px="xl" aria-busy="true">
      <Skeleton height={36} />
      <Skeleton height={36} />
      <Skeleton height={36} />
    </Stack>
  )
}
