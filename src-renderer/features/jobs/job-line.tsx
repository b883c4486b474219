import { Permitted } from '../../components/button/permitted.tsx'
import { ActionIcon, Box, Button, Group, Progress, Tooltip } from '@mantine/core'
import { useState } from 'react'
import type { BulkJob } from '../../../src-main/domain/cards/bulk.ts'
import type { EnvironmentName } from '../../../src-main/domain/environment-name.ts'
import { Icon, type IconName, type Tone } from '../../components/icon.tsx'
import { useNow } from '../../components/text/use-now.ts'
import { plural, text } from '../../locales/messages.ts'
import { isUndoable, jobTitle, undoWords } from '../bulk/bulk-words.ts'
import { ReleaseDialog } from '../shell/release-dialog.tsx'
import { useHeld } from '../shell/use-held.ts'
import { useJobActions } from './job-actions.ts'
import { dismissJob, openJob } from './job-store.ts'
import { isOver } from './use-job-list.ts'
import styles from './jobs.module.css'

const STEP_MS = 10_000

/** One job: what it does, its progress, what failed, and what to do next. */
export function JobLine({ job, environment }: { job: BulkJob; environment: EnvironmentName }) {
  const actions = useJobActions(environment)
  // The offer to undo expires.
  const now = useNow(STEP_MS)
  const over = isOver(job)
  // Nothing runs in a held environment.
  const held = useHeld(environment)
  const [releasing, setReleasing] = useState(false)
  const title = jobTitle(job)
  return (
    <li className={styles.line}>
      <div className={styles.lineHead}>
        <Icon name={iconOf(job)} size={16} tone={over ? toneOf(job) : 'pending'} turning={!over} />
        <strong>{title}</strong>
        {over && (
          <Tooltip label={text('jobs.dismiss')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={`${text('jobs.dismiss')}: ${title}`}
              onClick={() => dismissJob(job.id)}
            >
              <Icon name="close" size={14} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      {!over && (
        <Progress
          value={job.total === 0 ? 0 : (job.done / job.total) * 100}
          size="sm"
          aria-label={title}
          transitionDuration={140}
        />
      )}
      <p className={styles.counts}>
        {countWords(job, held).map((words) => (
          <span key={words}>{words}</span>
        ))}
      </p>
      <Group gap="xs" wrap="nowrap" ms={-6}>
        {!over && held && (
          <Permitted call="hold.release">
            <Button variant="subtle" size="compact-xs" onClick={() => setReleasing(true)}>
              {text('hold.release')}
            </Button>
          </Permitted>
        )}
        {!over && (
          <Permitted call="bulk.cancel">
            <Button variant="subtle" color="gray" size="compact-xs" onClick={() => actions.cancel(job)}>
              {text('cancel')}
            </Button>
          </Permitted>
        )}
        {over && (
          <Button variant="subtle" size="compact-xs" onClick={() => openJob(job.id)}>
            {text('jobs.open')}
          </Button>
        )}
        {over && isUndoable(job, now) && (
          <Permitted call="bulk.undo">
            <Button variant="subtle" size="compact-xs" onClick={() => actions.undo(job)}>
              {undoWords(job)}
            </Button>
          </Permitted>
        )}
        {job.undone && (
          <Box component="span" px={6} c="dimmed" fz="xs">
            {text('jobs.undone')}
          </Box>
        )}
      </Group>
      {releasing && <ReleaseDialog environment={environment} onClose={() => setReleasing(false)} />}
    </li>
  )
}

/** Some refusals are a warning; nothing but refusals is a failure. */
export function toneOf(job: BulkJob): Tone {
  if (job.failed === 0) return 'active'
  return job.succeeded === 0 ? 'failed' : 'pending'
}

export function iconOf(job: BulkJob): IconName {
  if (!isOver(job)) return 'pending'
  if (job.failed > 0) return 'alert'
  return job.state === 'cancelled' ? 'revoke' : 'circleCheck'
}

/** Its progress and refusals; before it starts, what it waits for. */
export function countWords(job: BulkJob, held = false): string[] {
  const head = isOver(job)
    ? text('job.count.done', { count: job.succeeded })
    : text('job.count.progress', { done: job.done, total: job.total })
  return [
    ...(job.state === 'queued' ? [text(held ? 'job.count.held' : 'job.count.queued')] : [head]),
    ...(job.failed > 0 ? [plural('job.refused', job.failed)] : []),
    ...(job.skipped > 0 ? [plural('job.skipped', job.skipped)] : []),
    ...(job.state === 'cancelled' ? [text('job.count.cancelled')] : []),
  ]
}
