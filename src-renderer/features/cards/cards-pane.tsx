import { useState, type ReactNode } from 'react'
import type { BulkSelection } from '../../../src-main/domain/cards/bulk.ts'
import type { ShownCard } from '../../../src-main/domain/cards/at-provider.ts'
import type { ProjectScope } from '../../../src-main/domain/environment-name.ts'
import { useQuery, type Query } from '../../client/client-context.tsx'
import { Guard } from '../../components/feedback/guard.tsx'
import { ErrorMessage } from '../../components/feedback/state-message.tsx'
import { ChangedPill } from '../../components/table/changed-pill.tsx'
import table from '../../components/table/data-table.module.css'
import { Pager } from '../../components/table/pager.tsx'
import { text } from '../../locales/messages.ts'
import { onDemand, useEverOpen } from '../../on-demand.ts'
import type { CallOutput } from '../../../src-preload/contract.ts'
import type { BulkAsk } from '../bulk/bulk-dialog.tsx'
import { useAhead } from './ahead.ts'
import { closeCard, useOpenCard } from './card-place.ts'
import { PAGE_SIZES, queryOf, type CardsView } from './cards-view.ts'
import { SelectionBar } from './selection/selection-bar.tsx'
import { clearSelection, countOf, selectionOf, useSelection } from './selection/selection-store.ts'
import { useSelectionHere } from './selection/use-selection-here.ts'
import { useSteps } from './use-steps.ts'
import { CardsTable } from './table/cards-table.tsx'

const CardDrawer = onDemand(async () => (await import('./drawer/card-drawer.tsx')).CardDrawer)
const BulkDialog = onDemand(async () => (await import('../bulk/bulk-dialog.tsx')).BulkDialog)
const OwnFieldsDialog = onDemand(async () => (await import('../bulk/own-fields-dialog.tsx')).OwnFieldsDialog)
const ChosenDialog = onDemand(async () => (await import('./selection/chosen-dialog.tsx')).ChosenDialog)

type CardsQuery = Query<CallOutput<'cards.list'>>

/** The page of cards that a view shows. */
export function useCardsPage(place: ProjectScope, view: CardsView): CardsQuery {
  return useQuery('cards.list', { ...place, query: queryOf(view, useAhead()) }, { live: 'hold' })
}

/** How many cards match; null while that is not known of this very view. */
export function totalOf({ value, isPrevious }: CardsQuery): number | null {
  return value === undefined || isPrevious ? null : value.total
}

interface CardsPaneProps extends ProjectScope {
  view: CardsView
  answer: CardsQuery
  onChange: (changes: Partial<CardsView>) => void
  /** The card that a search meant, which opens before the list has come to it. */
  inHand?: ShownCard | null
  /** The typed text is not searched yet. */
  typing?: boolean
  /** Instead of a table without rows. */
  empty: ReactNode
}

/** A list of cards with what can be done in it: the table, its pages, the selection, and the open card. */
export function CardsPane({ view, answer, inHand = null, onChange, typing = false, empty, ...place }: CardsPaneProps) {
  const { value: page, isPrevious, error, loading, reload } = answer
  const open = useOpenCard()
  // Kept while the drawer slides away.
  const everOpen = useEverOpen(open !== null)
  const steps = useSteps(place, view, answer, onChange)
  const [ask, setAsk] = useState<BulkAsk | null>(null)
  const [looking, setLooking] = useState(false)
  const [describing, setDescribing] = useState<BulkSelection | null>(null)
  const chosen = useSelectionHere(`${place.projectId} ${place.environment}`, view)
  // An empty page of the previous query says nothing about this one.
  const cards = page === undefined || (isPrevious && page.docs.length === 0) ? null : page.docs
  return (
    <>
      <section className={table.panel} aria-busy={loading}>
        <ChangedPill changed={answer.changed} onShow={answer.show} />
        {error !== null && (
          <ErrorMessage
            title={text('cards.error.title')}
            meaning={text('cards.error.text')}
            error={error}
            onRetry={reload}
          />
        )}
        {error === null && cards?.length !== 0 && (
          <CardsTable
            cards={cards}
            dimmed={isPrevious || typing}
            view={view}
            openId={open?.cardId ?? null}
            onChange={onChange}
            onBulk={(command) => setAsk({ command, selection: selectionOf(useSelection.getState().chosen) })}
          />
        )}
        {page !== undefined && cards?.length === 0 && empty}
        {countOf(chosen) > 0 && (
          <SelectionBar
            {...place}
            view={view}
            total={totalOf(answer)}
            onBulk={setAsk}
            onShow={() => setLooking(true)}
            onDescribe={setDescribing}
          />
        )}
        {page !== undefined && page.total > 0 && (
          <Pager
            page={view.page}
            pageSize={view.pageSize}
            total={page.total}
            sizes={PAGE_SIZES}
            onPage={(next) => onChange({ page: next })}
            onSize={(pageSize) => onChange({ pageSize })}
          />
        )}
      </section>
      <Guard overlay={{ open: open !== null, onClose: closeCard }}>
        {everOpen && (
          <CardDrawer {...place} known={inHand === null ? (cards ?? []) : [...(cards ?? []), inHand]} steps={steps} />
        )}
      </Guard>
      <Guard overlay={{ open: looking, onClose: () => setLooking(false) }}>
        {looking && <ChosenDialog {...place} onClose={() => setLooking(false)} />}
      </Guard>
      <Guard overlay={{ open: describing !== null, onClose: () => setDescribing(null) }}>
        {describing !== null && (
          <OwnFieldsDialog
            {...place}
            selection={describing}
            onStarted={() => {
              setDescribing(null)
              clearSelection()
            }}
            onClose={() => setDescribing(null)}
          />
        )}
      </Guard>
      <Guard overlay={{ open: ask !== null, onClose: () => setAsk(null) }}>
        {ask !== null && (
          <BulkDialog
            {...place}
            ask={ask}
            onStarted={() => {
              setAsk(null)
              clearSelection()
            }}
            onClose={() => setAsk(null)}
          />
        )}
      </Guard>
    </>
  )
}
