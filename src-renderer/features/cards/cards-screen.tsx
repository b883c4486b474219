import { ActionIcon, Button, Title, Tooltip } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { EnvironmentName } from '../../../src-main/domain/environment-name.ts'
import { useAnswer } from '../../client/client-context.tsx'
import { Icon } from '../../components/icon.tsx'
import { ErrorMessage } from '../../components/state-message.tsx'
import { plural, text } from '../../locales/messages.ts'
import { openCard, useOpenCard } from './card-place.ts'
import { CardsEmpty } from './cards-empty.tsx'
import { CardsPager } from './cards-pager.tsx'
import { CardsTable } from './cards-table.tsx'
import { CardsToolbar } from './cards-toolbar.tsx'
import { isFiltered, queryOf, useCardsView } from './cards-view.ts'
import styles from './cards.module.css'

const CardDrawer = lazy(async () => ({ default: (await import('./drawer/card-drawer.tsx')).CardDrawer }))

interface CardsScreenProps {
  projectId: string
  environment: EnvironmentName
}

/** The list of cards; mounted anew for each project and environment, so that one never shows the other's rows. */
export function CardsScreen({ projectId, environment }: CardsScreenProps) {
  const [view, change] = useCardsView()
  const { value: page, isPrevious, error, loading, reload } = useAnswer('cards.list', { projectId, environment, query: queryOf(view) })
  const open = useOpenCard()
  // Kept while the drawer slides away.
  const [everOpen, setEverOpen] = useState(open !== null)
  if (open !== null && !everOpen) setEverOpen(true)
  const filtered = isFiltered(view)
  // An empty page of an earlier question says nothing about this one.
  const cards = page === undefined || (isPrevious && page.docs.length === 0) ? null : page.docs
  return (
    <>
      <div className={styles.title}>
        <Title order={1}>{text('cards.title')}</Title>
        <span className={styles.count} role="status">
          {page !== undefined && !isPrevious && (filtered || page.total > 0) && plural(filtered ? 'cards.matches' : 'cards.count', page.total)}
        </span>
        <span className={styles.spacer} />
        <ActivateNext projectId={projectId} environment={environment} />
        <Tooltip label={text('refresh')}>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={text('refresh')} onClick={reload}>
            <Icon name="refresh" className={loading ? styles.turning : undefined} />
          </ActionIcon>
        </Tooltip>
      </div>
      <CardsToolbar view={view} onChange={change} />
      <section className={styles.panel} aria-busy={loading}>
        {error !== null && <ErrorMessage title={text('cards.error.title')} meaning={text('cards.error.text')} error={error} onRetry={reload} />}
        {error === null && cards?.length !== 0 && <CardsTable cards={cards} dimmed={isPrevious} view={view} openId={open?.cardId ?? null} onChange={change} />}
        {page !== undefined && cards?.length === 0 && <CardsEmpty projectId={projectId} environment={environment} total={page.total} filtered={filtered} onChange={change} />}
        {page !== undefined && page.total > 0 && <CardsPager view={view} total={page.total} onChange={change} />}
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
