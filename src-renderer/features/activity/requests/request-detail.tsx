import type { RequestLogEntry } from '../../../../src-main/domain/desk/live-event.ts'
import { inWords } from './left-out.ts'
import { RefusalFacts } from './refusal-facts.tsx'
import { useQuery } from '../../../client/client-context.tsx'
import { CopyButton } from '../../../components/button/copy-button.tsx'
import { Fact, Facts } from '../../../components/text/facts.tsx'
import { StatusCode } from '../../../components/badge/status-code.tsx'
import { formatMilliseconds, formatUtc, text } from '../../../locales/messages.ts'

/** One request in full, with its request ID. */
export function RequestDetail({ entry }: { entry: RequestLogEntry }) {
  const projects = useQuery('projects.list', {}).value
  const project = projects?.find(({ id }) => id === entry.projectId)
  return (
    <Facts>
      <Fact name={text('requests.column.request')}>
        <code>
          {entry.method} {entry.path}
        </code>
        <CopyButton value={entry.path} label={text('requests.copyPath')} />
      </Fact>
      <Fact name={text('requests.id')}>
        <code>{entry.id}</code>
        <CopyButton value={entry.id} label={text('requests.copyId')} />
      </Fact>
      <Fact name={text('requests.column.status')}>
        <StatusCode status={entry.status} /> {formatMilliseconds(entry.durationMs)}
      </Fact>
      <Fact name={text('requests.column.time')}>{formatUtc(entry.time)}</Fact>
      {entry.ignored !== null && (
        <Fact name={text('requests.ignored')}>
          <code>{entry.ignored.split(',').map(inWords).join(', ')}</code>
        </Fact>
      )}
      {entry.refusal !== null && <RefusalFacts refusal={entry.refusal} />}
      {entry.environment !== null && (
        <Fact name={text('activity.filter.project')}>
          {project?.name ?? ''} · {text(`environment.${entry.environment}`)}
        </Fact>
      )}
    </Facts>
  )
}
