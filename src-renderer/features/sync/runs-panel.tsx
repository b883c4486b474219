import { Box, Flex, Tooltip } from '@mantine/core'
import type { SyncRunView } from '../../../src-main/domain/sync/provider.ts'
import { useQuery } from '../../client/client-context.tsx'
import { ListTable } from '../../components/table/list-table.tsx'
import { Moment } from '../../components/text/moment.tsx'
import { Pager } from '../../components/table/pager.tsx'
import table from '../../components/table/data-table.module.css'
import { ErrorMessage, StateMessage } from '../../components/feedback/state-message.tsx'
import { formatDuration, formatNumber, text } from '../../locales/messages.ts'
import { AcceptMissing } from './accept-missing.tsx'
import { SaveRefused } from './save-refused.tsx'
import { showSync, useSyncView } from './sync-place.ts'
import { runWords } from './failure-words.ts'
import { RunBadge } from './sync-words.tsx'
import styles from './sync.module.css'

const PAGE_SIZE = 25
const COLUMNS = ['started', 'result', 'source', 'created', 'updated', 'unchanged', 'failed', 'duration'] as const
const NUMBERS: ReadonlySet<string> = new Set(['created', 'updated', 'unchanged', 'failed'])

/** Every pull and applied import, with its duration. */
export function RunsPanel({ projectId, lastRunId }: { projectId: string; lastRunId: string | null }) {
  const { page } = useSyncView()
  const { value, isPrevious, error, reload } = useQuery('sync.runs', { projectId, page, limit: PAGE_SIZE })
  const longestMs = Math.max(1, ...(value?.docs ?? []).map(durationOf))
  return (
    <section className={`${table.panel} ${styles.panel}`} aria-label={text('sync.tab.runs')}>
      {error !== null && <ErrorMessage title={text('sync.runs.error')} error={error} onRetry={reload} />}
      {error === null && value?.docs.length === 0 && (
        <StateMessage icon="history" title={text('sync.runs.empty')} text={text('sync.runs.empty.text')} />
      )}
      {error === null && value?.docs.length !== 0 && (
        <ListTable
          label={text('sync.tab.runs')}
          columns={COLUMNS.map((key) => ({
            key,
            word: text(`sync.column.${key}`),
            className: NUMBERS.has(key) ? styles.end : undefined,
          }))}
          rows={
            value === undefined
              ? null
              : value.docs.map((run) => (
                  <RunRow
                    key={run.id}
                    projectId={projectId}
                    run={run}
                    longestMs={longestMs}
                    isLast={run.id === lastRunId}
                  />
                ))
          }
          dimmed={isPrevious}
        />
      )}
      {value !== undefined && value.total > PAGE_SIZE && (
        <Pager page={page} pageSize={PAGE_SIZE} total={value.total} onPage={(next) => showSync({ page: next })} />
      )}
    </section>
  )
}

function RunRow({
  projectId,
  run,
  longestMs,
  isLast,
}: {
  projectId: string
  run: SyncRunView
  longestMs: number
  isLast: boolean
}) {
  const missing = isLast ? run.missing : null
  const durationMs = durationOf(run)
  const words = runWords(run)
  return (
    <tr>
      <th scope="row">
        <Moment value={run.startedAt} />
      </th>
      <td>
        {words === null ? (
          <RunBadge state={run.state} />
        ) : (
          <Tooltip label={<Words {...words} />} multiline maw={420} events={{ hover: true, focus: true, touch: true }}>
            <span className={styles.why} tabIndex={0}>
              <RunBadge state={run.state} />
              {missing === null && run.state !== 'cancelled' && (
                <span className={styles.whyWords}>{run.failureKind === null ? run.error : words.reason}</span>
              )}
            </span>
          </Tooltip>
        )}
        {missing !== null && (
          <>
            {' '}
            <AcceptMissing kind={run.kind} missing={missing} short />
          </>
        )}
      </td>
      <td>
        {text(`sync.kind.${run.kind}`)} <span className={styles.source}>{run.source}</span>
      </td>
      {(['created', 'updated', 'unchanged', 'failed'] as const).map((count) => (
        <td key={count} className={styles.end}>
          {count === 'failed' && run.refusedKept > 0 && run.finishedAt !== null && (
            <SaveRefused projectId={projectId} run={run} />
          )}
          <span className={run[count] === 0 ? styles.dim : count === 'failed' ? styles.failed : undefined}>
            {formatNumber(run[count])}
          </span>
        </td>
      ))}
      <td>
        <Flex component="span" display="inline-flex" gap={10} align="center">
          <span className={styles.durationTrack}>
            <span
              className={run.state === 'failed' ? styles.durationFailed : styles.durationBar}
              style={{ width: `${Math.max(3, (100 * durationMs) / longestMs)}%` }}
            />
          </span>
          {run.finishedAt === null ? text('sync.running.short') : formatDuration(durationMs)}
        </Flex>
      </td>
    </tr>
  )
}

function Words({ reason, detail }: { reason: string; detail: string | null }) {
  return (
    <>
      {reason}
      {detail !== null && (
        <Box component="span" display="block" mt="xs" fz="xs">
          {detail}
        </Box>
      )}
    </>
  )
}

function durationOf({ startedAt, finishedAt }: SyncRunView): number {
  return (finishedAt === null ? Date.now() : Date.parse(finishedAt)) - Date.parse(startedAt)
}
