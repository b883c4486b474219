import { Button } from '@mantine/core'
import { useQuery } from '../../../client/client-context.tsx'
import { useMay } from '../../../client/rights.tsx'
import { ListPanel } from '../../../components/table/list-panel.tsx'
import { ButtonLink } from '../../../components/button/button-link.tsx'
import { StateMessage } from '../../../components/feedback/state-message.tsx'
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
  const { value, isPrevious } = answer
  return (
    <>
      <RequestsToolbar
        view={view}
        projectId={projectId}
        count={value === undefined || isPrevious ? null : value.total}
        onChange={change}
      />
      <ListPanel
        answer={answer}
        label={text('requests.title')}
        failed={text('requests.error.title')}
        empty={isNarrowed(view) ? <NoMatch onClear={() => change(EVERY_REQUEST)} /> : <NoRequests />}
        page={view.page}
        pageSize={REQUESTS_PAGE}
        onPage={(page) => change({ page })}
      >
        {(entries, dimmed) => <RequestsTable entries={entries} dimmed={dimmed} page={view.page} />}
      </ListPanel>
    </>
  )
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <StateMessage icon="search" title={text('requests.filtered.title')}>
      <Button variant="default" onClick={onClear}>
        {text('requests.filtered.action')}
      </Button>
    </StateMessage>
  )
}

function NoRequests() {
  return (
    <StateMessage icon="server" title={text('requests.empty.title')} text={text('requests.empty.text')}>
      <ButtonLink screen="access">{text('requests.empty.action')}</ButtonLink>
    </StateMessage>
  )
}
