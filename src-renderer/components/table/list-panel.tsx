import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Query } from '../../client/client-context.tsx'
import { ErrorMessage, StateMessage } from '../feedback/state-message.tsx'
import { text } from '../../locales/messages.ts'
import { ChangedPill } from './changed-pill.tsx'
import table from './data-table.module.css'
import { Pager } from './pager.tsx'

interface ListPanelProps<Row> {
  answer: Query<{ docs: Row[]; total: number }>
  label: string
  /** What could not be loaded. */
  failed: string
  /** Instead of a table without rows. */
  empty: ReactNode
  page: number
  pageSize: number
  onPage: (page: number) => void
  /** The table of these rows; null while nothing is known of them. */
  children: (rows: readonly Row[] | null, dimmed: boolean) => ReactNode
}

/** A list in pages that fills its screen: its table, why it could not be loaded, or why it is empty. */
export function ListPanel<Row>({
  answer,
  label,
  failed,
  empty,
  page,
  pageSize,
  onPage,
  children,
}: ListPanelProps<Row>) {
  const { value, isPrevious, error, loading, reload } = answer
  // An empty page of the previous query says nothing about this one.
  const rows = value === undefined || (isPrevious && value.docs.length === 0) ? null : value.docs
  return (
    <section className={table.panel} aria-busy={loading} aria-label={label}>
      <ChangedPill changed={answer.changed} onShow={answer.show} />
      {error !== null && <ErrorMessage title={failed} error={error} onRetry={reload} />}
      {error === null && rows?.length !== 0 && children(rows, isPrevious)}
      {error === null && rows?.length === 0 && (value?.total === 0 ? empty : <NoSuchPage onFirst={() => onPage(1)} />)}
      {value !== undefined && value.total > 0 && (
        <Pager page={page} pageSize={pageSize} total={value.total} onPage={onPage} />
      )}
    </section>
  )
}

function NoSuchPage({ onFirst }: { onFirst: () => void }) {
  return (
    <StateMessage icon="search" title={text('cards.empty.page.title')}>
      <Button variant="default" onClick={onFirst}>
        {text('cards.empty.page.action')}
      </Button>
    </StateMessage>
  )
}
