import { Box, UnstyledButton } from '@mantine/core'
import type { ProjectScope } from '../../../../src-main/domain/environment-name.ts'
import type { Delivery } from '../../../../src-main/domain/webhook.ts'
import { CardNames } from '../../../client/card-names.tsx'
import { Countdown } from '../../../components/text/countdown.tsx'
import { ListTable } from '../../../components/table/list-table.tsx'
import { Moment } from '../../../components/text/moment.tsx'
import { text } from '../../../locales/messages.ts'
import { useHeld } from '../../shell/use-held.ts'
import { useAheadMs } from '../environment-time.ts'
import { showWebhook } from '../webhook-place.ts'
import { DeliveryCard } from './delivery-card.tsx'
import { AttemptDots, DeliveryBadge, isOvertaken } from './delivery-words.tsx'
import { useRowKeys } from '../../../components/table/row-keys.ts'
import styles from './deliveries.module.css'

const COLUMNS = ['event', 'status', 'attempts', 'card', 'time'] as const

interface DeliveryTableProps extends ProjectScope {
  deliveries: readonly Delivery[] | null
  dimmed: boolean
  /** Whether the pointer or the focus is on the rows. */
  onHold: (held: boolean) => void
}

export function DeliveryTable({ deliveries, dimmed, onHold, ...place }: DeliveryTableProps) {
  const aheadMs = useAheadMs(place.environment)
  const held = useHeld(place.environment)
  const onKeyDown = useRowKeys()
  const body = {
    onMouseEnter: () => onHold(true),
    onMouseLeave: () => onHold(false),
    onFocus: () => onHold(true),
    onBlur: () => onHold(false),
    onKeyDown,
  }
  return (
    <CardNames {...place} cardIds={deliveries?.flatMap(({ cardId }) => cardId ?? []) ?? []}>
      <ListTable
        label={text(deliveries === null ? 'delivery.loading' : 'delivery.title')}
        columns={COLUMNS.map((key) => ({
          key,
          word: text(`delivery.column.${key}`),
          className: key === 'card' ? styles.wide : undefined,
        }))}
        rows={
          deliveries?.map((delivery) => (
            <Row
              key={delivery.id}
              delivery={delivery}
              overtaken={isOvertaken(delivery, deliveries)}
              aheadMs={aheadMs}
              held={held}
            />
          )) ?? null
        }
        dimmed={dimmed}
        body={body}
      />
    </CardNames>
  )
}

interface RowProps {
  delivery: Delivery
  overtaken: boolean
  aheadMs: number
  held: boolean
}

function Row({ delivery, overtaken, aheadMs, held }: RowProps) {
  const open = () => showWebhook({ deliveryId: delivery.id })
  return (
    // The whole row can be clicked; keyboard and screen readers have its button.
    <tr className={styles.row} onClick={() => window.getSelection()?.type !== 'Range' && open()}>
      <th scope="row">
        <UnstyledButton className={styles.opener} data-row aria-haspopup="dialog" onClick={open}>
          <code>{delivery.event}</code>{' '}
          {delivery.trigger !== 'automatic' && delivery.trigger !== delivery.event && (
            <span className={styles.trigger}>{text(`delivery.trigger.${delivery.trigger}`)}</span>
          )}
        </UnstyledButton>
      </th>
      <td>
        <DeliveryBadge {...delivery} overtaken={overtaken} />
      </td>
      <td>
        <AttemptDots delivery={delivery} />
      </td>
      <td className={styles.wide}>{delivery.cardId !== null && <DeliveryCard cardId={delivery.cardId} />}</td>
      <td className={styles.time}>
        {delivery.nextAttemptAt !== null && delivery.attemptCount > 0 && !held ? (
          <Box component="span" c="var(--status-pending-ink)" fw={500}>
            {text('delivery.next')} <Countdown to={delivery.nextAttemptAt} aheadMs={aheadMs} />
          </Box>
        ) : (
          <Moment value={delivery.createdAt} aheadMs={aheadMs} />
        )}
      </td>
    </tr>
  )
}
