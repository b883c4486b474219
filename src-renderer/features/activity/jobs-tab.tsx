import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import type { BulkJob } from '../../../src-main/domain/cards/bulk.ts'
import type { ProjectScope } from '../../../src-main/domain/environment-name.ts'
import { useQuery } from '../../client/client-context.tsx'
import { Permitted } from '../../components/button/permitted.tsx'
import { StateMessage } from '../../components/feedback/state-message.tsx'
import { Icon } from '../../components/icon.tsx'
import { ListPanel } from '../../components/table/list-panel.tsx'
import { ListTable } from '../../components/table/list-table.tsx'
import { usePage } from '../../components/table/use-page.ts'
import { Moment } from '../../components/text/moment.tsx'
import { useNow } from '../../components/text/use-now.ts'
import { formatDay, plural, text } from '../../locales/messages.ts'
import { actorWords } from '../audit/audit-words.ts'
import { isUndoable, jobTitle, undoWords } from '../bulk/bulk-words.ts'
import { useJobActions, type JobActions } from '../jobs/job-actions.ts'
import { countWords, iconOf, toneOf } from '../jobs/job-line.tsx'
import { openJob } from '../jobs/job-store.ts'
import { isOver } from '../jobs/use-job-list.ts'
import styles from './activity.module.css'

const PAGE_SIZE = 25
const COLUMNS = ['time', 'job', 'actor', 'result', 'undo'] as const

/** The commands on many cards of the last 30 days, with their results and whether they can be undone. */
export function JobsTab(place: ProjectScope) {
  const [page, showPage] = usePage()
  const answer = useQuery('bulk.history', { ...place, page, limit: PAGE_SIZE }, { live: 'hold' })
  const actions = useJobActions(place.environment)
  const { value, isPrevious } = answer
  return (
    <>
      <Group px="xl" pb="md" justify="flex-end">
        <Text component="span" c="dimmed" fz="sm" role="status">
          {value !== undefined && !isPrevious && plural('jobs.list.count', value.total)}
        </Text>
      </Group>
      <ListPanel
        answer={answer}
        label={text('jobs.list.title')}
        failed={text('jobs.list.error')}
        empty={<StateMessage icon="cards" title={text('jobs.list.empty.title')} text={text('jobs.list.empty.text')} />}
        page={page}
        pageSize={PAGE_SIZE}
        onPage={showPage}
      >
        {(jobs, dimmed) => (
          <ListTable
            label={jobs === null ? text('jobs.list.loading') : text('jobs.list.table', { page })}
            columns={COLUMNS.map((key) => ({ key, word: COLUMN_WORDS[key]() }))}
            rows={jobs?.map((job) => <Row key={job.id} job={job} actions={actions} />) ?? null}
            dimmed={dimmed}
            page={page}
          />
        )}
      </ListPanel>
    </>
  )
}

const COLUMN_WORDS = {
  time: () => text('activity.column.time'),
  job: () => text('jobs.list.column.job'),
  actor: () => text('activity.column.actor'),
  result: () => text('jobs.list.column.result'),
  undo: () => text('jobs.list.column.undo'),
} as const

function Row({ job, actions }: { job: BulkJob; actions: JobActions }) {
  const over = isOver(job)
  return (
    <tr>
      <td className={styles.dim}>
        <Moment value={job.startedAt} />
      </td>
      <td>
        <Group component="span" display="inline-flex" gap="sm" wrap="nowrap" fw={500}>
          <Icon name={iconOf(job)} size={16} tone={over ? toneOf(job) : 'pending'} turning={!over} />
          {jobTitle(job)}
        </Group>
        {job.reason !== null && <q>{job.reason}</q>}
      </td>
      <td>{actorWords({ actor: job.by, channel: '' })}</td>
      <td>
        <Stack component="span" gap={0} align="flex-start" lh={1.3}>
          {countWords(job).join(' · ')}
          <Anchor component="button" type="button" fz="xs" lh="inherit" onClick={() => openJob(job.id)}>
            {text('jobs.open')}
          </Anchor>
        </Stack>
      </td>
      <td>
        <UndoState job={job} actions={actions} />
      </td>
    </tr>
  )
}

/** Whether it was undone, can be for some time, or no longer. */
function UndoState({ job, actions }: { job: BulkJob; actions: JobActions }) {
  const now = useNow()
  if (!isOver(job)) return null
  if (job.undone) return <span className={styles.dim}>{text('jobs.undone')}</span>
  if (!isUndoable(job, now) || job.undoableUntil === null)
    return (
      <span className={styles.dim}>
        {text(job.undoableUntil === null || job.succeeded === 0 ? 'jobs.list.undo.never' : 'jobs.list.undo.over')}
      </span>
    )
  return (
    <Group component="span" gap="xs" wrap="nowrap">
      <Permitted call="bulk.undo">
        <Button variant="default" size="compact-xs" onClick={() => actions.undo(job)}>
          {undoWords(job)}
        </Button>
      </Permitted>
      <span className={styles.dim}>{text('jobs.list.undo.until', { time: formatDay(job.undoableUntil) })}</span>
    </Group>
  )
}
