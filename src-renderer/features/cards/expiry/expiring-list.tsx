import { useState } from 'react'
import type { ExpiringCard, ExpiryPeriod } from '../../../../src-main/domain/cards/expiring.ts'
import type { ShownCard } from '../../../../src-main/domain/cards/at-provider.ts'
import type { ProjectScope } from '../../../../src-main/domain/environment-name.ts'
import { useQuery } from '../../../client/client-context.tsx'
import { errorWords } from '../../../client/error-words.ts'
import { Guard } from '../../../components/feedback/guard.tsx'
import { ErrorMessage, StateMessage } from '../../../components/feedback/state-message.tsx'
import { showToast } from '../../../components/feedback/toast-store.ts'
import { ChangedPill } from '../../../components/table/changed-pill.tsx'
import { ListTable } from '../../../components/table/list-table.tsx'
import { Pager } from '../../../components/table/pager.tsx'
import { useRowKeys } from '../../../components/table/row-keys.ts'
import { expiryText as words } from '../../../locales/expiry/words.ts'
import { useEverOpen } from '../../../on-demand.ts'
import { closeCard, useOpenCard } from '../card-place.ts'
import { CardDrawer } from '../drawer/card-drawer.tsx'
import { ExpiringRow } from './expiring-row.tsx'
import type { ExpiryView } from './expiry-place.ts'
import { PickDialog } from './pick-dialog.tsx'
import { isHandedOver, useHandOver, type HandedOver } from './use-hand-over.tsx'
import styles from './expiry.module.css'

const PAGE_SIZE = 50
const COLUMNS = ['card', 'driver', 'expires', 'state', 'do'] as const

interface ExpiringListProps extends ProjectScope {
  days: ExpiryPeriod
  view: ExpiryView
  onChange: (changes: Partial<ExpiryView>) => void
}

/** One page of the cards that end on these days. */
export function ExpiringList({ projectId, environment, days, view, onChange }: ExpiringListProps) {
  const { from, before } = days
  const { value, isPrevious, error, reload, changed, show } = useQuery(
    'cards.expiring',
    {
      projectId,
      environment,
      from,
      before,
      page: view.page,
      limit: PAGE_SIZE,
      ...(view.state === null ? {} : { state: view.state }),
    },
    { live: 'hold' },
  )
  const actions = useHandOver()
  // A row that no longer belongs here stays in its place, so that the next one does not come under the pointer.
  const [done, setDone] = useState<ReadonlyMap<string, HandedOver>>(new Map())
  const [busy, setBusy] = useState<string | null>(null)
  const [picking, setPicking] = useState<ShownCard | null>(null)
  const onKeyDown = useRowKeys()
  const open = useOpenCard()
  const everOpen = useEverOpen(open !== null)
  const forget = (id: string) => setDone((all) => new Map([...all].filter(([other]) => other !== id)))
  const handOver = async (old: ShownCard, fresh: ShownCard) => {
    setBusy(old.id)
    const outcome = await actions.handOver(old, fresh, () => forget(old.id))
    setBusy(null)
    if (isHandedOver(outcome)) setDone((all) => new Map(all).set(old.id, outcome))
    return outcome
  }
  const press = async (old: ShownCard, fresh: ShownCard) => {
    const outcome = await handOver(old, fresh)
    if (!isHandedOver(outcome)) showToast('trouble', errorWords(outcome))
  }
  const undo = async (pair: HandedOver) => {
    if (await actions.undo(pair)) forget(pair.replaced.id)
  }
  const rows = value?.docs.map((row) => asHandedOver(row, done.get(row.id)))
  return (
    <>
      <ChangedPill changed={changed} onShow={show} />
      {error !== null && <ErrorMessage title={words('error.title')} error={error} onRetry={reload} />}
      {error === null && rows?.length === 0 && (
        <StateMessage
          icon="calendar"
          title={words(view.state === null ? 'empty.title' : 'empty.filtered.title')}
          text={words(view.state === null ? 'empty.text' : 'empty.filtered.text')}
        />
      )}
      {error === null && rows?.length !== 0 && (
        <ListTable
          label={words('table', { page: view.page })}
          columns={COLUMNS.map((key) => ({
            key,
            word: words(`column.${key}`),
            unseen: key === 'do',
            className: key === 'do' ? styles.do : undefined,
          }))}
          dimmed={isPrevious}
          page={view.page}
          body={{ onKeyDown }}
          rows={
            rows === undefined
              ? null
              : rows.map((row) => (
                  <ExpiringRow
                    key={row.id}
                    row={row}
                    undoable={done.get(row.id) ?? null}
                    busy={busy === row.id}
                    onHandOver={(fresh) => void press(row.card, fresh)}
                    onPick={() => setPicking(row.card)}
                    onUndo={(pair) => void undo(pair)}
                  />
                ))
          }
        />
      )}
      {value !== undefined && value.total > 0 && (
        <Pager page={view.page} pageSize={PAGE_SIZE} total={value.total} onPage={(page) => onChange({ page })} />
      )}
      <Guard overlay={{ open: open !== null, onClose: closeCard }}>
        {everOpen && (
          <CardDrawer
            projectId={projectId}
            environment={environment}
            known={(rows ?? []).flatMap(({ card, replacement }) =>
              replacement === null ? [card] : [card, replacement],
            )}
          />
        )}
      </Guard>
      {picking !== null && <PickDialog card={picking} onHandOver={handOver} onClose={() => setPicking(null)} />}
    </>
  )
}

function asHandedOver(row: ExpiringCard, pair: HandedOver | undefined): ExpiringCard {
  if (pair === undefined || row.state === 'handed_over') return row
  return { ...row, card: pair.replaced, replacement: pair.card, state: 'handed_over', suggested: false }
}
