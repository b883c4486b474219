import { ActionIcon, Title, Tooltip } from '@mantine/core'
import type { EnvironmentName } from '../../../src-main/domain/environment-name.ts'
import { useAnswer } from '../../client/client-context.tsx'
import { Icon } from '../../components/icon.tsx'
import { ErrorMessage } from '../../components/state-message.tsx'
import { plural, text } from '../../locales/messages.ts'
import { CardsEmpty } from './cards-empty.tsx'
import { CardsPager } from './cards-pager.tsx'
import { CardsTable } from './cards-table.tsx'
import { CardsToolbar } from './cards-toolbar.tsx'
import { isFiltered, queryOf, useCardsView } from './cards-view.ts'
import styles from './cards.module.css'

interface CardsScreenProps {
  projectId: string
  environment: EnvironmentName
}

/** The list of cards; mounted anew for each project and environment, so that one never shows the other's rows. */
export function CardsScreen({ projectId, environment }: CardsScreenProps) {
  const [view, change] = useCardsView(`${projectId} ${environment}`)
  const { value: page, isPrevious, error, loading, reload } = useAnswer('cards.list', { projectId, environment, query: queryOf(view) })
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
        <Tooltip label={text('refresh')}>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={text('refresh')} onClick={reload}>
            <Icon name="refresh" className={loading ? styles.turning : undefined} />
          </ActionIcon>
        </Tooltip>
      </div>
      <CardsToolbar view={view} onChange={change} />
      <section className={styles.panel} aria-busy={loading}>
        {error !== null && <ErrorMessage title={text('cards.error.title')} meaning={text('cards.error.text')} error={error} onRetry={reload} />}
        {error === null && cards?.length !== 0 && <CardsTable cards={cards} dimmed={isPrevious} view={view} onChange={change} />}
        {page !== undefined && cards?.length === 0 && <CardsEmpty projectId={projectId} environment={environment} total={page.total} filtered={filtered} onChange={change} />}
        {page !== undefined && page.total > 0 && <CardsPager view={view} total={page.total} onChange={change} />}
      </section>
    </>
  )
}
