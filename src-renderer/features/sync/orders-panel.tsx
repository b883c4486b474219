import { Permitted } from '../../components/button/permitted.tsx'
import { Box, Button } from '@mantine/core'
import type { ChangeOrder } from '../../../src-main/domain/sync/provider.ts'
import { useQuery, useService } from '../../client/client-context.tsx'
import { saveDownload } from '../../client/downloads.ts'
import { errorWords } from '../../client/error-words.ts'
import { useCall } from '../../client/use-call.ts'
import { LicensePlate } from '../../components/text/card-text.tsx'
import table from '../../components/table/data-table.module.css'
import { Icon } from '../../components/icon.tsx'
import { ListTable } from '../../components/table/list-table.tsx'
import { Moment } from '../../components/text/moment.tsx'
import { Pager } from '../../components/table/pager.tsx'
import { Problem } from '../../components/feedback/problem.tsx'
import { ErrorMessage, StateMessage } from '../../components/feedback/state-message.tsx'
import { StateBadge } from '../../components/badge/state-badge.tsx'
import { showToast } from '../../components/feedback/toast-store.ts'
import { plural, text } from '../../locales/messages.ts'
import { CardLink } from './card-link.tsx'
import { CHANGED_BY_SYNC, showSync, useSyncView } from './sync-place.ts'
import styles from './sync.module.css'

const PAGE_SIZE = 25
const COLUMNS = ['card', 'change', 'plate', 'driver', 'requested', 'handed'] as const

/** Changes that a clerk hands to a provider without an interface for changes. */
export function OrdersPanel({ projectId, takesChanges }: { projectId: string; takesChanges: boolean }) {
  const { client } = useService()
  const { page } = useSyncView()
  const { value, isPrevious, error, reload } = useQuery('orders.list', { projectId, page, limit: PAGE_SIZE })
  const fresh = useQuery('orders.list', { projectId, page: 1, limit: 1, exported: false }).value?.total ?? 0
  const { busy, problem, run } = useCall('orders.download', CHANGED_BY_SYNC, (download) => {
    void saveDownload(client, download).then((trouble) =>
      trouble === null
        ? showToast('done', plural('order.downloaded', download.orders))
        : showToast('trouble', errorWords(trouble)),
    )
  })
  const empty = value?.docs.length === 0
  return (
    <section className={`${table.panel} ${styles.panel}`} aria-label={text('sync.tab.orders')}>
      {value !== undefined && !empty && (
        <div className={styles.toolbar}>
          <Box component="p" m={0} c="dimmed" fz="sm">
            {text('order.text')}
          </Box>
          <Box component="span" flex={1} />
          <Problem words={problem} />
          <Permitted call="orders.download">
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              loading={busy}
              onClick={() => run({ projectId, again: true })}
            >
              {text('order.downloadAgain')}
            </Button>
          </Permitted>
          <Permitted call="orders.download">
            <Button
              size="compact-sm"
              leftSection={<Icon name="download" size={16} />}
              loading={busy}
              disabled={fresh === 0}
              onClick={() => run({ projectId })}
            >
              {plural('order.download', fresh)}
            </Button>
          </Permitted>
        </div>
      )}
      {error !== null && <ErrorMessage title={text('order.error')} error={error} onRetry={reload} />}
      {error === null && empty && (
        <StateMessage
          icon="sheet"
          title={text('order.empty')}
          text={text(takesChanges ? 'order.empty.taken' : 'order.empty.text')}
        />
      )}
      {error === null && !empty && (
        <ListTable
          label={text('sync.tab.orders')}
          columns={COLUMNS.map((key) => ({ key, word: text(`sync.column.${key}`) }))}
          rows={value === undefined ? null : value.docs.map((order) => <OrderRow key={order.id} order={order} />)}
          dimmed={isPrevious}
        />
      )}
      {value !== undefined && value.total > PAGE_SIZE && (
        <Pager page={page} pageSize={PAGE_SIZE} total={value.total} onPage={(next) => showSync({ page: next })} />
      )}
    </section>
  )
}

function OrderRow({ order }: { order: ChangeOrder }) {
  return (
    <tr>
      <th scope="row">
        <CardLink cardId={order.cardId} cardNumber={order.cardNumber} licensePlate={null} />
      </th>
      <td>{text(`push.action.${order.action}`)}</td>
      <td>{order.licensePlate !== null && <LicensePlate value={order.licensePlate} />}</td>
      <td>{order.driver}</td>
      <td className={styles.dim}>
        <Moment value={order.createdAt} />
      </td>
      <td>
        {order.exportedAt === null ? (
          <StateBadge tone="new" icon="circlePlus" word={text('order.fresh')} />
        ) : (
          <Moment value={order.exportedAt} />
        )}
      </td>
    </tr>
  )
}
