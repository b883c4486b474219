import { Permitted } from '../../../components/button/permitted.tsx'
import { Box, Button } from '@mantine/core'
import { useState } from 'react'
import type { ProjectScope } from '../../../../src-main/domain/environment-name.ts'
import { EVENT_NAMES } from '../../../../src-main/domain/event-catalogue.ts'
import { DELIVERY_STATUSES, type Webhook } from '../../../../src-main/domain/webhook.ts'
import { useQuery } from '../../../client/client-context.tsx'
import { ChangedPill } from '../../../components/table/changed-pill.tsx'
import table from '../../../components/table/data-table.module.css'
import { FilterChip } from '../../../components/form/filter-chip.tsx'
import { Guard } from '../../../components/feedback/guard.tsx'
import { Icon } from '../../../components/icon.tsx'
import { Pager } from '../../../components/table/pager.tsx'
import { ErrorMessage } from '../../../components/feedback/state-message.tsx'
import { formatCalendarDate, text } from '../../../locales/messages.ts'
import { onDemand, useEverOpen } from '../../../on-demand.ts'
import { showWebhook, useWebhookView } from '../webhook-place.ts'
import { DeliveryTable } from './delivery-table.tsx'
import { LogEmpty } from './log-empty.tsx'
import { LOG_PAGE, logInput } from './log-input.ts'
import styles from './deliveries.module.css'

const DeliveryDrawer = onDemand(async () => (await import('./delivery-drawer.tsx')).DeliveryDrawer)

/** What was sent, live and newest first; new rows wait while the pointer is on the list. */
export function DeliveryLog({ webhook, ...place }: ProjectScope & { webhook: Webhook | null }) {
  const view = useWebhookView()
  const input = logInput(place, view.status, view.event, view.page, view.since)
  // New deliveries appear at once, except under the pointer.
  const [held, setHeld] = useState(false)
  const { value, isPrevious, error, loading, reload, changed, show } = useQuery('webhook.deliveries.list', input, {
    live: held ? 'hold' : 'refresh',
  })
  const hold = (now: boolean) => {
    setHeld(now)
    if (!now) show()
  }
  const shown = value === undefined || (isPrevious && value.docs.length === 0) ? null : value.docs
  const filtered = view.status !== null || view.event !== null || view.since !== null
  const everOpen = useEverOpen(view.deliveryId !== null)
  return (
    <section className={`${table.panel} ${styles.log}`} aria-label={text('delivery.title')} aria-busy={loading}>
      <div className={styles.toolbar} role="search" aria-label={text('delivery.filters')}>
        <h2>{text('delivery.title')}</h2>
        <FilterChip
          name={text('delivery.filter.status')}
          options={DELIVERY_STATUSES.map((status) => ({ value: status, label: text(`delivery.status.${status}`) }))}
          value={view.status}
          onChange={(status) => showWebhook({ status, page: 1 })}
        />
        <FilterChip
          name={text('delivery.filter.event')}
          options={EVENT_NAMES.map((event) => ({ value: event, label: event }))}
          value={view.event}
          onChange={(event) => showWebhook({ event, page: 1 })}
        />
        {view.since !== null && (
          <FilterChip
            name={text('delivery.filter.since')}
            options={[{ value: view.since, label: formatCalendarDate(view.since) }]}
            value={view.since}
            onChange={(since) => showWebhook({ since, page: 1 })}
          />
        )}
        <Box component="span" flex={1} />
        <Permitted call="webhook.recover">
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<Icon name="history" size={16} />}
            disabled={webhook === null}
            onClick={() => showWebhook({ task: 'recover' })}
          >
            {text('webhook.recover')}
          </Button>
        </Permitted>
      </div>
      <ChangedPill changed={changed} onShow={show} />
      {error !== null && <ErrorMessage title={text('delivery.error.title')} error={error} onRetry={reload} />}
      {error === null && shown?.length !== 0 && (
        <DeliveryTable {...place} deliveries={shown} dimmed={isPrevious && filtered} onHold={hold} />
      )}
      {error === null && shown?.length === 0 && <LogEmpty {...place} filtered={filtered} page={view.page} />}
      {value !== undefined && value.total > LOG_PAGE && (
        <Pager page={view.page} pageSize={LOG_PAGE} total={value.total} onPage={(page) => showWebhook({ page })} />
      )}
      <Guard overlay={{ open: view.deliveryId !== null, onClose: () => showWebhook({ deliveryId: null }) }}>
        {everOpen && <DeliveryDrawer {...place} webhook={webhook} />}
      </Guard>
    </section>
  )
}
