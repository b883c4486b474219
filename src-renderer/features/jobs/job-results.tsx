import { useState } from 'react'
import type { BulkOutcome } from '../../../src-main/domain/cards/bulk.ts'
import type { EnvironmentName } from '../../../src-main/domain/environment-name.ts'
import { useAnswer } from '../../client/client-context.tsx'
import { CardNumber } from '../../components/text/card-text.tsx'
import { Icon, type IconName } from '../../components/icon.tsx'
import { Pager } from '../../components/table/pager.tsx'
import { ErrorMessage } from '../../components/feedback/state-message.tsx'
import { text } from '../../locales/messages.ts'
import { reasonWords } from '../bulk/bulk-words.ts'
import styles from './jobs.module.css'

interface JobResultsProps {
  place: { projectId: string; environment: EnvironmentName }
  jobId: string
  outcome: BulkOutcome | undefined
}

const PAGE_SIZE = 100
const ICONS: Record<BulkOutcome, IconName> = { done: 'circleCheck', refused: 'alert', skipped: 'circleMinus' }

/** The cards of a job, one by one. */
export function JobResults({ place, jobId, outcome }: JobResultsProps) {
  const [shown, setShown] = useState({ outcome, page: 1 })
  const page = shown.outcome === outcome ? shown.page : 1
  const { value, error, loading, reload } = useAnswer('bulk.results', {
    ...place,
    jobId,
    page,
    limit: PAGE_SIZE,
    ...(outcome === undefined ? {} : { outcome }),
  })
  if (error !== null) return <ErrorMessage title={text('jobs.error')} error={error} onRetry={reload} />
  return (
    <>
      <div className={styles.results} role="region" aria-label={text('jobs.results')} tabIndex={0} aria-busy={loading}>
        <table>
          <thead>
            <tr>
              <th scope="col">{text('cards.column.cardNumber')}</th>
              <th scope="col">{text('jobs.column.outcome')}</th>
              <th scope="col">{text('jobs.column.reason')}</th>
            </tr>
          </thead>
          <tbody>
            {value?.docs.map((result, index) => (
              // A file may name the same unknown number twice.
              <tr key={`${result.cardId ?? result.cardNumber ?? ''} ${index}`}>
                <th scope="row">
                  {result.cardNumber === null ? text('bulk.unknownCard') : <CardNumber value={result.cardNumber} />}
                </th>
                <td>
                  <span className={styles.outcome} data-outcome={result.outcome}>
                    <Icon name={ICONS[result.outcome]} size={16} />
                    {text(`jobs.outcome.${result.outcome}`)}
                  </span>
                </td>
                <td>{reasonWords(result)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
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
