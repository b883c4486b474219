import { Permitted } from '../../components/button/permitted.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { EnvironmentName } from '../../../src-main/domain/environment-name.ts'
import { useQuery } from '../../client/client-context.tsx'
import { ChangedPill } from '../../components/table/changed-pill.tsx'
import table from '../../components/table/data-table.module.css'
import { Guard } from '../../components/feedback/guard.tsx'
import { Icon } from '../../components/icon.tsx'
import { Pager } from '../../components/table/pager.tsx'
import { RefreshButton } from '../../components/button/refresh-button.tsx'
import { ScreenTitle } from '../../components/screen/screen-title.tsx'
import { ErrorMessage } from '../../components/feedback/state-message.tsx'
import { plural, text } from '../../locales/messages.ts'
import { onDemand, useEverOpen } from '../../on-demand.ts'
import type { BulkAsk } from '../bulk/bulk-dialog.tsx'
import { useAheadMs } from '../webhook/environment-time.ts'
import { AheadContext, useAhead } from './ahead.ts'
import { closeCard, openCard, useFileTask, useOpenCard } from './card-place.ts'
import { CardsEmpty } from './table/cards-empty.tsx'
import { CardsTable } from './table/cards-table.tsx'
import { CardsToolbar } from './toolbar/cards-toolbar.tsx'
import { isFiltered, PAGE_SIZES, queryOf, useCardsView } from './cards-view.ts'
import { ImportMenu } from './toolbar/import-menu.tsx'
import { SelectionBar } from './selection/selection-bar.tsx'
import { clearSelection, countOf, selectionOf, useSelection } from './selection/selection-store.ts'
import { useSelectionHere } from './selection/use-selection-here.ts'

const CardDrawer = onDemand(async () => (await import('./drawer/card-drawer.tsx')).CardDrawer)
const BulkDialog = onDemand(async () => (await import('../bulk/bulk-dialog.tsx')).BulkDialog)
const ChosenDialog = onDemand(async () => (await import('./selection/chosen-dialog.tsx')).ChosenDialog)
const FileDialog = onDemand(async () => (await import('../imports/file-dialog.tsx')).FileDialog)

interface CardsScreenProps {
  projectId: string
  environment: EnvironmentName
}

/** The list of cards, remounted per project and environment so that one never shows the other's rows. */
export function CardsScreen(props: CardsScreenProps) {
  return (
    <AheadContext value={useAheadMs(props.environment)}>
      <CardsList {...props} />
    </AheadContext>
  )
}

function CardsList({ projectId, environment }: CardsScreenProps) {
  const [view, change] = useCardsView()
  const {
    value: page,
    isPrevious,
    error,
    loading,
    reload,
    changed,
    show,
  } = useQuery('cards.list', { projectId, environment, query: queryOf(view, useAhead()) }, { live: 'hold' })
  const open = useOpenCard()
  // Kept while the drawer slides away.
  const everOpen = useEverOpen(open !== null)
  const [typing, setTyping] = useState(false)
  const fileTask = useFileTask()
  const [ask, setAsk] = useState<BulkAsk | null>(null)
  const [looking, setLooking] = useState(false)
  const chosen = useSelectionHere(`${projectId} ${environment}`, view)
  const filtered = isFiltered(view)
  // An empty page of the previous query says nothing about this one.
  const cards = page === undefined || (isPrevious && page.docs.length === 0) ? null : page.docs
  const total = page === undefined || isPrevious ? null : page.total
  return (
    <>
      <ScreenTitle
        title={text('cards.title')}
        count={total !== null && (filtered || total > 0) && plural(filtered ? 'cards.matches' : 'cards.count', total)}
      >
        <ImportMenu />
        <ActivateNext projectId={projectId} environment={environment} />
        <RefreshButton loading={loading} onRefresh={reload} />
      </ScreenTitle>
      <CardsToolbar
        projectId={projectId}
        environment={environment}
        view={view}
        total={page?.total ?? 0}
        onChange={change}
        onTyping={setTyping}
      />
      <section className={table.panel} aria-busy={loading}>
        <ChangedPill changed={changed} onShow={show} />
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
            onChange={change}
            onBulk={(command) => setAsk({ command, selection: selectionOf(useSelection.getState().chosen) })}
          />
        )}
        {page !== undefined && cards?.length === 0 && (
          <CardsEmpty
            projectId={projectId}
            environment={environment}
            total={page.total}
            filtered={filtered}
            onChange={change}
          />
        )}
        {countOf(chosen) > 0 && (
          <SelectionBar
            projectId={projectId}
            environment={environment}
            view={view}
            total={total}
            onBulk={setAsk}
            onShow={() => setLooking(true)}
          />
        )}
        {page !== undefined && page.total > 0 && (
          <Pager
            page={view.page}
            pageSize={view.pageSize}
            total={page.total}
            sizes={PAGE_SIZES}
            onPage={(next) => change({ page: next })}
            onSize={(pageSize) => change({ pageSize })}
          />
        )}
      </section>
      <Guard overlay={{ open: open !== null, onClose: closeCard }}>
        {everOpen && <CardDrawer projectId={projectId} environment={environment} known={cards ?? []} />}
      </Guard>
      <Guard overlay={{ open: fileTask !== null, onClose: closeCard }}>
        {fileTask !== null && (
          <FileDialog
            key={fileTask}
            projectId={projectId}
            environment={environment}
            task={fileTask}
            onClose={closeCard}
          />
        )}
      </Guard>
      <Guard overlay={{ open: looking, onClose: () => setLooking(false) }}>
        {looking && <ChosenDialog projectId={projectId} environment={environment} onClose={() => setLooking(false)} />}
      </Guard>
      <Guard overlay={{ open: ask !== null, onClose: () => setAsk(null) }}>
        {ask !== null && (
          <BulkDialog
            projectId={projectId}
            environment={environment}
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

/** Starts a stack of new cards, if there are any. */
function ActivateNext({ projectId, environment }: CardsScreenProps) {
  const { value } = useQuery('cards.list', {
    projectId,
    environment,
    query: { status: 'new', limit: 1, sortField: 'cardNumber', sortDirection: 'asc' },
  })
  const first = value?.docs[0]
  if (first === undefined) return null
  return (
    <Permitted call="cards.activate">
      <Button leftSection={<Icon name="activate" />} onClick={() => openCard(first.id, 'stack')}>
        {text('cards.activateNext')}
      </Button>
    </Permitted>
  )
}
