import { Permitted } from '../../components/button/permitted.tsx'
import { Box, Button } from '@mantine/core'
import { useRef, useState } from 'react'
import type { Push } from '../../../src-main/domain/sync/provider.ts'
import { useQuery } from '../../client/client-context.tsx'
import { useCall } from '../../client/use-call.ts'
import { CardLink } from './card-link.tsx'
import { ChangedPill } from '../../components/table/changed-pill.tsx'
import { Countdown } from '../../components/text/countdown.tsx'
import table from '../../components/table/data-table.module.css'
import { FilterChip } from '../../components/form/filter-chip.tsx'
import { Icon } from '../../components/icon.tsx'
import { ListTable } from '../../components/table/list-table.tsx'
import { Moment } from '../../components/text/moment.tsx'
import { Pager } from '../../components/table/pager.tsx'
import { Problem } from '../../components/feedback/problem.tsx'
import { ErrorMessage, StateMessage } from '../../components/feedback/state-message.tsx'
import { showToast } from '../../components/feedback/toast-store.ts'
import { formatNumber, plural, text } from '../../locales/messages.ts'
import { useFollowSent } from './sent-again.ts'
import { CHANGED_BY_SYNC, showSync, useSyncView } from './sync-place.ts'
import { refusalText } from '../../components/text/provider-words.tsx'
import { PushBadge } from './sync-words.tsx'
import styles from './sync.module.css'

const PAGE_SIZE = 25
const STATES = ['queued', 'sending', 'confirming', 'failed', 'blocked'] as const satisfies readonly Push['state'][]
const COLUMNS = ['card', 'change', 'state', 'attempts', 'when', 'do'] as const

/** Our pending changes, oldest first; refused ones can be sent again. */
export function PushesPanel({ projectId, failed }: { projectId: string; failed: number }) {
  const { page } = useSyncView()
  const [state, setState] = useState<Push['state'] | null>(null)
  // Rows hold still under the pointer, except after a command given here.
  const [held, setHeld] = useState(false)
  const input = { projectId, page, limit: PAGE_SIZE, ...(state === null ? {} : { state }) }
  const { value, isPrevious, error, reload, changed, show } = useQuery('sync.pushes', input, {
    live: held ? 'hold' : 'refresh',
  })
  const hold = (now: boolean) => {
    setHeld(now)
    if (!now) show()
  }
  const follow = useFollowSent(projectId)
  const sent = useRef<readonly Push[]>([])
  const retry = useCall('sync.retry', CHANGED_BY_SYNC, ({ retried, refused }) => {
    hold(false)
    if (retried > 0) showToast('sent', plural('push.retried', retried))
    if (refused.length > 0) showToast('trouble', plural('push.retry.refused', refused.length))
    follow(sent.current.filter(({ cardId }) => refused.every((refusal) => refusal.cardId !== cardId)))
  })
  const send = (push: Push) => {
    sent.current = [push]
    retry.run({ projectId, cardIds: [push.cardId] })
  }
  const sendAll = () => {
    // Known by name only if this page shows them all.
    const shown = value?.docs.filter((push) => push.state === 'failed') ?? []
    sent.current = shown.length === failed ? shown : []
    retry.run({ projectId })
  }
  return (
    <section className={`${table.panel} ${styles.panel}`} aria-label={text('sync.tab.pushes')}>
      <div className={styles.toolbar} role="search" aria-label={text('delivery.filters')}>
        <FilterChip
          name={text('sync.column.state')}
          options={STATES.map((known) => ({ value: known, label: text(`push.state.${known}`) }))}
          value={state}
          onChange={(next) => {
            setState(next)
            showSync({ page: 1 })
          }}
        />
        <Box component="span" flex={1} />
        <Problem words={retry.problem} />
        {failed > 0 && (
          <Permitted call="sync.retry">
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<Icon name="refresh" size={16} />}
              loading={retry.busy}
              onClick={sendAll}
            >
              {plural('push.retry.all', failed)}
            </Button>
          </Permitted>
        )}
      </div>
      <ChangedPill changed={changed} onShow={show} />
      {error !== null && <ErrorMessage title={text('push.error')} error={error} onRetry={reload} />}
      {error === null && value?.docs.length === 0 && (
        <StateMessage
          icon="circleCheck"
          title={text(state === null ? 'push.empty' : 'push.empty.filtered')}
          text={text('push.empty.text')}
        />
      )}
      {error === null && value?.docs.length !== 0 && (
        <ListTable
          label={text('sync.tab.pushes')}
          columns={COLUMNS.map((key) => ({
            key,
            word: text(`sync.column.${key}`),
            className: key === 'state' ? styles.reason : undefined,
          }))}
          rows={
            value === undefined
              ? null
              : value.docs.map((push) => (
                  <PushRow key={push.id} push={push} busy={retry.busy} onRetry={() => send(push)} />
                ))
          }
          dimmed={isPrevious}
          body={{ onMouseEnter: () => hold(true), onMouseLeave: () => hold(false) }}
        />
      )}
      {value !== undefined && value.total > PAGE_SIZE && (
        <Pager page={page} pageSize={PAGE_SIZE} total={value.total} onPage={(next) => showSync({ page: next })} />
      )}
    </section>
  )
}

function PushRow({ push, busy, onRetry }: { push: Push; busy: boolean; onRetry: () => void }) {
  const isUnderWay = push.state === 'queued' || push.state === 'sending'
  return (
    <tr>
      <th scope="row">
        <CardLink cardId={push.cardId} cardNumber={push.cardNumber} licensePlate={push.licensePlate} />
      </th>
      <td>{text(`push.action.${push.action}`)}</td>
      <td className={styles.reason}>
        <span className={styles.why}>
          <PushBadge push={push} />
          {push.error !== null && (
            <span className={styles.whyWords}>
              {isUnderWay ? text('service.words', { message: push.error }) : refusalText(push.error)}
            </span>
          )}
        </span>
      </td>
      <td>{formatNumber(push.attemptCount)}</td>
      <td className={styles.dim}>
        {push.nextAttemptAt !== null && push.state === 'queued' && push.attemptCount > 0 ? (
          <>
            {text('delivery.next')} <Countdown to={push.nextAttemptAt} />
          </>
        ) : (
          <Moment value={push.createdAt} />
        )}
      </td>
      <td>
        {push.state === 'failed' && (
          <Permitted call="sync.retry">
            <Button
              size="compact-xs"
              variant="default"
              loading={busy}
              onClick={onRetry}
              aria-label={text('push.retry.card', { number: push.cardNumber })}
            >
              {text('push.retry')}
            </Button>
          </Permitted>
        )}
      </td>
    </tr>
  )
}
