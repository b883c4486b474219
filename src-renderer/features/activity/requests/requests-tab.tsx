import { Button } from '@mantine/core'
import { useQuery } from '../../../client/client-context.tsx'
import { useMay } from '../../../client/rights.tsx'
import { ChangedPill } from '../../../components/table/changed-pill.tsx'
import table from '../../../components/table/data-table.module.css'
import { Pager } from '../../../components/table/pager.tsx'
import { ButtonLink } from '../../../components/button/button-link.tsx'
import { ErrorMessage, StateMessage } from '../../../components/feedback/state-message.tsx'
import { text } from '../../../locales/messages.ts'
import { RequestsTable } from './requests-table.tsx'
import { RequestsToolbar } from './requests-toolbar.tsx'
import { EVERY_REQUEST, isNarrowed, REQUESTS_PAGE, requestsInput, useRequestsView } from './requests-view.ts'

/** Requests to the API, live: the last 10,000, newest first; new ones wait behind a pill. */
export function RequestsTab({ projectId }: { projectId: string }) {
  const [view, change] = useRequestsView()
  const whole = useMay('requests.list', null).may
  const answer = useQuery(
    'requests.list',
    { ...requestsInput(view), ...(whole ? {} : { projectId }) },
    { live: 'hold' },
  )
  const { value, isPrevious, error, loading, reload } = answer
  const entries = value === undefined || (isPrevious && value.docs.length === 0) ? null : value.docs
  return (
    <>
      <RequestsToolbar
        view={view}
        projectId={projectId}
        count={value === undefined || isPrevious ? null : value.total}
        onChange={change}
      />
      <section className={table.panel} aria-busy={loading} aria-label={text('requests.title')}>
        <ChangedPill changed={answer.changed} onShow={answer.show} />
        {error !== null && <ErrorMessage title={text('requests.error.title')} error={error} onRetry={reload} />}
        {error === null && entries?.length !== 0 && (
          <RequestsTable entries={entries} dimmed={isPrevious} page={view.page} />
        )}
        {error === null && entries?.length === 0 && isNarrowed(view) && (
          <StateMessage icon="search" title={text('requests.filtered.title')}>
            <Button variant="default" onClick={() => change(EVERY_REQUEST)}>
              {text('requests.filtered.action')}
            </Button>
          </StateMessage>
        )}
        {error === null && entries?.length === 0 && !isNarrowed(view) && (
          <StateMessage icon="server" title={text('requests.empty.title')} text={text('requests.empty.text')}>
            <ButtonLink screen="access">{text('requests.empty.action')}</ButtonLink>
          </StateMessage>
        )}
        {value !== undefined && value.total > 0 && (
          <Pager page={view.page} pageSize={REQUESTS_PAGE} total={value.total} onPage={(page) => change({ page })} />
        )}
      </section>
    </>
  )
}
