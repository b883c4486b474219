import { UnstyledButton } from '@mantine/core'
import type { Delivery } from '../../../../src-main/domain/webhook.ts'
import { Countdown } from '../../../components/countdown.tsx'
import table from '../../../components/data-table.module.css'
import { Moment } from '../../../components/moment.tsx'
import { text } from '../../../locales/messages.ts'
import { useAheadMs } from '../environment-time.ts'
import { showWebhook, type ProjectPlace } from '../webhook-place.ts'
import { DeliveryCard } from './delivery-card.tsx'
import { AttemptDots, DeliveryBadge } from './delivery-words.tsx'
import { useRowKeys } from '../../../components/row-keys.ts'
import styles from './deliveries.module.css'

const COLUMNS = ['event', 'status', 'attempts', 'card', 'time'] as const
const SKELETON_ROWS = Array.from({ length: 8 }, (_, index) => index)

interface DeliveryTableProps extends ProjectPlace {
  deliveries: readonly Delivery[] | null
  dimmed: boolean
  /** Whether someone points at the rows, or is in them with the keyboard. */
  onHold: (held: boolean) => void
}

export function DeliveryTable({ deliveries, dimmed, onHold, ...place }: DeliveryTableProps) {
  const aheadMs = useAheadMs(place.environment)
  const onKeyDown = useRowKeys()
  const label = text(deliveries === null ? 'delivery.loading' : 'delivery.title')
  const hold = { onMouseEnter: () => onHold(true), onMouseLeave: () => onHold(false), onFocus: () => onHold(true), onBlur: () => onHold(false) }
  return (
    <div className={table.scroll} role="region" aria-label={label} tabIndex={0}>
      <table className={dimmed && deliveries !== null ? `${table.table} ${table.dimmed}` : table.table} aria-label={label}>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" className={column === 'card' ? styles.wide : undefined}>
                <span className={styles.columnName}>{text(`delivery.column.${column}`)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...hold} onKeyDown={onKeyDown}>
          {deliveries === null ? SKELETON_ROWS.map((row) => <SkeletonRow key={row} />) : deliveries.map((delivery) => <Row key={delivery.id} {...place} delivery={delivery} aheadMs={aheadMs} />)}
        </tbody>
      </table>
    </div>
  )
}

function Row({ delivery, aheadMs, ...place }: ProjectPlace & { delivery: Delivery; aheadMs: number }) {
  const open = () => showWebhook({ deliveryId: delivery.id })
  return (
    // The pointer may press anywhere in the row; the keyboard and a screen reader have its button.
    <tr className={styles.row} onClick={() => window.getSelection()?.type !== 'Range' && open()}>
      <th scope="row">
        <UnstyledButton className={styles.opener} data-row aria-haspopup="dialog" onClick={open}>
          <code>{delivery.event}</code>{' '}
          {delivery.trigger !== 'automatic' && delivery.trigger !== delivery.event && <span className={styles.trigger}>{text(`delivery.trigger.${delivery.trigger}`)}</span>}
        </UnstyledButton>
      </th>
      <td>
        <DeliveryBadge status={delivery.status} />
      </td>
      <td>
        <AttemptDots delivery={delivery} />
      </td>
      <td className={styles.wide}>{delivery.cardId !== null && <DeliveryCard {...place} cardId={delivery.cardId} />}</td>
      <td className={styles.time}>
        {delivery.nextAttemptAt !== null && delivery.attemptCount > 0 ? (
          <span className={styles.next}>
            {text('delivery.next')} <Countdown to={delivery.nextAttemptAt} aheadMs={aheadMs} />
          </span>
        ) : (
          <Moment value={delivery.createdAt} aheadMs={aheadMs} />
        )}
      </td>
    </tr>
  )
}

function SkeletonRow() {
  return (
    <tr aria-hidden="true">
      {COLUMNS.map((column) => (
        <td key={column} className={column === 'card' ? styles.wide : undefined}>
          <span className={`${table.skeleton} ${styles.bar}`} />
        </td>
      ))}
    </tr>
  )
}
