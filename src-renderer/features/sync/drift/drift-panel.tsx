import { Permitted } from '../../../components/button/permitted.tsx'
import { Box, Button, Checkbox } from '@mantine/core'
import { useRef, useState } from 'react'
import type { DriftedCard, DriftResolution } from '../../../../src-main/domain/sync/provider.ts'
import { useQuery } from '../../../client/client-context.tsx'
import { useCall } from '../../../client/use-call.ts'
import { ChangedPill } from '../../../components/table/changed-pill.tsx'
import table from '../../../components/table/data-table.module.css'
import { Pager } from '../../../components/table/pager.tsx'
import { Problem } from '../../../components/feedback/problem.tsx'
import { ErrorMessage, StateMessage } from '../../../components/feedback/state-message.tsx'
import { showToast } from '../../../components/feedback/toast-store.ts'
import { plural, text } from '../../../locales/messages.ts'
import { useFollowSent } from '../sent-again.ts'
import { CHANGED_BY_SYNC, showSync, useSyncView } from '../sync-place.ts'
import { needsAsking } from './consequence.ts'
import { DriftEntry, DriftSkeleton } from './drift-entry.tsx'
import { ResolveDialog } from './resolve-dialog.tsx'
import sync from '../sync.module.css'
import styles from './drift.module.css'

const PAGE_SIZE = 25

/** Cards about to be resolved the same way. */
interface Asked {
  resolution: DriftResolution
  /** Null for all. */
  cards: readonly DriftedCard[] | null
  count: number
}

/**
 * Contradictions between the provider and pending changes: both side by side, to be resolved one by one or together.
 */
export function DriftPanel({ projectId }: { projectId: string }) {
  const { page } = useSyncView()
  const { value, error, reload, isPrevious, changed, show } = useQuery('drift.list', {
    projectId,
    page,
    limit: PAGE_SIZE,
  })
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<Asked | null>(null)
  const follow = useFollowSent(projectId)
  const sent = useRef<Asked | null>(null)
  const { busy, problem, run } = useCall('drift.resolve', CHANGED_BY_SYNC, ({ resolved, refused }) => {
    setAsked(null)
    setSelected(new Set())
    const { resolution = 'ours', cards: ofThese = null } = sent.current ?? {}
    if (resolved > 0) showToast(resolution === 'ours' ? 'sent' : 'done', plural(`drift.done.${resolution}`, resolved))
    if (refused.length > 0) showToast('trouble', plural('drift.refused', refused.length))
    if (resolution === 'ours' && ofThese !== null)
      follow(ofThese.filter(({ cardId }) => refused.every((refusal) => refusal.cardId !== cardId)))
  })
  const cards = value?.docs ?? null
  const chosenCards = cards?.filter(({ cardId }) => selected.has(cardId)) ?? []
  const chosen = chosenCards.map(({ cardId }) => cardId)
  const whole = cards !== null && chosen.length === cards.length
  const total = value?.total ?? 0
  const select = (cardIds: readonly string[], on: boolean) =>
    setSelected(new Set([...chosen.filter((id) => on || !cardIds.includes(id)), ...(on ? cardIds : [])]))
  const submit = (what: Asked) => {
    sent.current = what
    run({
      projectId,
      resolution: what.resolution,
      ...(what.cards === null ? {} : { cardIds: what.cards.map(({ cardId }) => cardId) }),
    })
  }
  const resolve = (what: Asked) => {
    if (needsAsking(what.cards, what.resolution)) setAsked(what)
    else submit(what)
  }
  return (
    <section className={`${table.panel} ${sync.panel}`} aria-label={text('sync.tab.drift')}>
      {total > 0 && cards !== null && (
        <div className={sync.toolbar}>
          <Checkbox
            size="sm"
            label={chosen.length === 0 ? text('drift.select') : plural('drift.selected', chosen.length)}
            checked={whole}
            indeterminate={!whole && chosen.length > 0}
            onChange={() =>
              select(
                cards.map(({ cardId }) => cardId),
                !whole,
              )
            }
          />
          {whole && total > chosen.length && (
            <Box component="span" m={0} c="dimmed" fz="sm">
              {text('drift.all.hint', { total })}
            </Box>
          )}
          {chosen.length === 0 && (
            <Box component="span" m={0} c="dimmed" fz="sm">
              {text('drift.lead')}
            </Box>
          )}
          <Box component="span" flex={1} />
          <Problem words={asked === null ? problem : null} />
          {chosen.length > 0 && (
            <>
              <Permitted call="drift.resolve">
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => resolve({ resolution: 'ours', cards: chosenCards, count: chosen.length })}
                >
                  {plural('drift.ours.many', chosen.length)}
                </Button>
              </Permitted>
              <Permitted call="drift.resolve">
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => resolve({ resolution: 'theirs', cards: chosenCards, count: chosen.length })}
                >
                  {plural('drift.theirs.many', chosen.length)}
                </Button>
              </Permitted>
            </>
          )}
          {whole && total > chosen.length && (
            <>
              <Permitted call="drift.resolve">
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => resolve({ resolution: 'ours', cards: null, count: total })}
                >
                  {plural('drift.ours.many', total)}
                </Button>
              </Permitted>
              <Permitted call="drift.resolve">
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => resolve({ resolution: 'theirs', cards: null, count: total })}
                >
                  {plural('drift.theirs.many', total)}
                </Button>
              </Permitted>
            </>
          )}
        </div>
      )}
      <ChangedPill changed={changed} onShow={show} />
      {error !== null && <ErrorMessage title={text('drift.error')} error={error} onRetry={reload} />}
      {error === null && cards?.length === 0 && (
        <StateMessage icon="circleCheck" title={text('drift.empty')} text={text('drift.empty.text')} />
      )}
      {error === null && cards?.length !== 0 && (
        <ul
          className={isPrevious && cards !== null ? `${styles.list} ${styles.dimmed}` : styles.list}
          aria-label={text('sync.tab.drift')}
        >
          {cards === null ? (
            <DriftSkeleton />
          ) : (
            cards.map((card) => (
              <DriftEntry
                key={card.cardId}
                card={card}
                selected={selected.has(card.cardId)}
                busy={busy}
                onSelect={(on) => select([card.cardId], on)}
                onResolve={(resolution) => resolve({ resolution, cards: [card], count: 1 })}
              />
            ))
          )}
        </ul>
      )}
      {total > PAGE_SIZE && (
        <Pager page={page} pageSize={PAGE_SIZE} total={total} onPage={(next) => showSync({ page: next })} />
      )}
      {asked !== null && (
        <ResolveDialog
          projectId={projectId}
          {...asked}
          busy={busy}
          problem={problem}
          onSubmit={() => submit(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  )
}
