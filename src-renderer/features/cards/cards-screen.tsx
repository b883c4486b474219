import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { EnvironmentName } from '../../../src-main/domain/environment-name.ts'
import { useAnswer } from '../../client/client-context.tsx'
import { ChangedPill } from '../../components/changed-pill.tsx'
import table from '../../components/data-table.module.css'
import { Icon } from '../../components/icon.tsx'
import { Pager } from '../../components/pager.tsx'
import { RefreshButton } from '../../components/refresh-button.tsx'
import { ScreenTitle } from '../../components/screen-title.tsx'
import { ErrorMessage } from '../../components/state-message.tsx'
import { plural, text } from '../../locales/messages.ts'
import { openCard, useOpenCard } from './card-place.ts'
import { CardsEmpty } from './cards-empty.tsx'
import { CardsTable } from './cards-table.tsx'
import { CardsToolbar } from './cards-toolbar.tsx'
import { isFiltered, PAGE_SIZES, queryOf, useCardsView } from './cards-view.ts'

const CardDrawer = lazy(async () => ({ default: (await import('./drawer/card-drawer.tsx')).CardDrawer }))

interface CardsScreenProps {
  projectId: string
  environment: EnvironmentName
}

/** The list of cards; mounted anew for each project and environment, so that one never shows the other's rows. */
export function CardsScreen({ projectId, environment }: CardsScreenProps) {
  const [view, change] = useCardsView()
  const { value: page, isPrevious, error, loading, reload, changed, show } = useAnswer('cards.list', { projectId, environment, query: queryOf(view) }, { live: 'hold' })
  const open = useOpenCard()
  // Kept while the drawer slides away.
  const [everOpen, setEverOpen] = useState(open !== null)
  if (open !== null && !everOpen) setEverOpen(true)
  const filtered = isFiltered(view)
  // An empty page of an earlier question says nothing about this one.
  const cards = page === undefined || (isPrevious && page.docs.length === 0) ? null : page.docs
  return (
    <>
      <ScreenTitle title={text('cards.title')} count={page !== undefined && !isPrevious && (filtered || page.total > 0) && plural(filtered ? 'cards.matches' : 'cards.count', page.total)}>
        <ActivateNext projectId={projectId} environment={environment} />
        <RefreshButton loading={loading} onRefresh={reload} />
      </ScreenTitle>
      <CardsToolbar view={view} onChange={change} />
      <section className={table.panel} aria-busy={loading}>
        <ChangedPill changed={changed} onShow={show} />
        {error !== null && <ErrorMessage title={text('cards.error.title')} meaning={text('cards.error.text')} error={error} onRetry={reload} />}
        {error === null && cards?.length !== 0 && <CardsTable cards={cards} dimmed={isPrevious} view={view} openId={open?.cardId ?? null} onChange={change} />}
        {page !== undefined && cards?.length === 0 && <CardsEmpty projectId={projectId} environment={environment} total={page.total} filtered={filtered} onChange={change} />}
        {page !== undefined && page.total > 0 && <Pager page={view.page} pageSize={view.pageSize} total={page.total} sizes={PAGE_SIZES} onPage={(next) => change({ page: next })} onSize={(pageSize) => change({ pageSize })} />}
      </section>
      {everOpen && (
        <Suspense>
          <CardDrawer projectId={projectId} environment={environment} known={cards ?? []} />
        </Suspense>
      )}
    </>
  )
}

/** The way into a stack of new cards; there only while there are some. */
function ActivateNext({ projectId, environment }: CardsScreenProps) {
  const { value } = useAnswer('cards.list', { projectId, environment, query: { status: 'new', limit: 1, sortField: 'cardNumber', sortDirection: 'asc' } })
  const first = value?.docs[0]
  if (first === undefined) return null
  return (
    <Button leftSection={<Icon name="activate" />} onClick={() => openCard(first.id, 'activate')}>
      {text('cards.activateNext')}
    </Button>
  )
}
