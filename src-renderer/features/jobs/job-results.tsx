import { Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { BulkOutcome, BulkResult } from '../../../src-main/domain/cards/bulk.ts'
import type { ProjectScope } from '../../../src-main/domain/environment-name.ts'
import { useQuery } from '../../client/client-context.tsx'
import { ClaimBadge, SyncBadge } from '../../components/badge/badges.tsx'
import { ProviderWords } from '../../components/text/provider-words.tsx'
import { CardNumber } from '../../components/text/card-text.tsx'
import { Icon, type IconName, type Tone } from '../../components/icon.tsx'
import { SmallTable } from '../../components/table/small-table.tsx'
import { Pager } from '../../components/table/pager.tsx'
import { ErrorMessage } from '../../components/feedback/state-message.tsx'
import { text } from '../../locales/messages.ts'
import { reasonWords } from '../bulk/bulk-words.ts'
import styles from './jobs.module.css'

interface JobResultsProps {
  place: ProjectScope
  jobId: string
  outcome: BulkOutcome | undefined
}

const PAGE_SIZE = 100
const LOOKS: Record<BulkOutcome, { name: IconName; tone: Tone }> = {
  done: { name: 'circleCheck', tone: 'active' },
  refused: { name: 'alert', tone: 'failed' },
  skipped: { name: 'circleMinus', tone: 'inactive' },
}

/** The cards of a job, one by one. */
export function JobResults({ place, jobId, outcome }: JobResultsProps) {
  const [shown, setShown] = useState({ outcome, page: 1 })
  const page = shown.outcome === outcome ? shown.page : 1
  const { value, error, loading, reload } = useQuery('bulk.results', {
    ...place,
    jobId,
    page,
    limit: PAGE_SIZE,
    ...(outcome === undefined ? {} : { outcome }),
  })
  if (error !== null) return <ErrorMessage title={text('jobs.error')} error={error} onRetry={reload} />
  return (
    <>
      <SmallTable
        className={styles.results}
        label={text('jobs.results')}
        busy={loading}
        head={[text('cards.column.cardNumber'), text('jobs.column.outcome'), text('jobs.column.reason')]}
      >
        {value?.docs.map((result, index) => (
          // A file may name the same unknown number twice.
          <tr key={`${result.cardId ?? result.cardNumber ?? ''} ${index}`}>
            <th scope="row">
              {result.cardNumber === null ? text('bulk.unknownCard') : <CardNumber value={result.cardNumber} />}
            </th>
            <td>
              <Group component="span" display="inline-flex" gap={6}>
                <Outcome result={result} />
              </Group>
            </td>
            <td>
              {reasonWords(result)}
              {result.providerMessage !== null && (
                <Text component="span" fz="inherit" display="block">
                  <ProviderWords message={result.providerMessage} />
                </Text>
              )}
            </td>
          </tr>
        ))}
      </SmallTable>
      {value !== undefined && value.total > PAGE_SIZE && (
        <Pager
          page={page}
          pageSize={PAGE_SIZE}
          total={value.total}
          onPage={(next) => setShown({ outcome, page: next })}
        />
      )}
    </>
  )
}

/** What was done here may not be done where fuel is sold. */
function Outcome({ result }: { result: BulkResult }) {
  const { outcome, claim, providerMessage } = result
  const truth =
    claim !== null ? (
      <ClaimBadge claim={claim} />
    ) : providerMessage !== null ? (
      <SyncBadge status="failed" message={null} />
    ) : null
  if (truth !== null && outcome === 'done') return truth
  return (
    <>
      <Icon {...LOOKS[outcome]} size={16} />
      {text(`jobs.outcome.${outcome}`)}
      {truth}
    </>
  )
}
