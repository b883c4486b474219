import { Permitted } from '../../components/button/permitted.tsx'
import { Button, Group, Modal, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { BulkJob, BulkOutcome } from '../../../src-main/domain/cards/bulk.ts'
import type { ProjectScope } from '../../../src-main/domain/environment-name.ts'
import { useQuery } from '../../client/client-context.tsx'
import { useTurnedOff } from '../../client/use-turned-off.ts'
import form from '../../components/overlay/form-dialog.module.css'
import { Icon } from '../../components/icon.tsx'
import { ErrorMessage } from '../../components/feedback/state-message.tsx'
import { useNow } from '../../components/text/use-now.ts'
import { useLayer } from '../../layers.ts'
import { formatNumber, plural, text } from '../../locales/messages.ts'
import { actorWords } from '../audit/audit-words.ts'
import { isUndoable, jobTitle, undoWords } from '../bulk/bulk-words.ts'
import { useJobActions } from './job-actions.ts'
import { countWords } from './job-line.tsx'
import { JobResults } from './job-results.tsx'
import { openJob, useJobs } from './job-store.ts'
import styles from './jobs.module.css'

const OUTCOMES = ['done', 'refused', 'skipped'] as const satisfies readonly BulkOutcome[]

/** The outcome of a job, card by card. */
export function JobResultDialog(place: ProjectScope) {
  const openId = useJobs((state) => state.openId)
  return openId === null ? null : <OpenJob {...place} jobId={openId} />
}

function OpenJob({ jobId, ...place }: ProjectScope & { jobId: string }) {
  const { value: job, error, reload } = useQuery('bulk.get', { ...place, jobId })
  const close = () => openJob(null)
  const layer = useLayer(true)
  return (
    <Modal
      {...layer}
      opened
      onClose={close}
      size="45rem"
      title={job === undefined ? text('jobs.result') : jobTitle(job)}
      closeButtonProps={{ 'aria-label': text('close') }}
    >
      {error !== null && <ErrorMessage title={text('jobs.error')} error={error} onRetry={reload} />}
      {job !== undefined && <Result job={job} place={place} onClose={close} />}
    </Modal>
  )
}

function Result({ job, place, onClose }: { job: BulkJob; place: ProjectScope; onClose: () => void }) {
  const actions = useJobActions(place.environment)
  // People come to see what went wrong.
  const [filter, setFilter] = useState<BulkOutcome | 'all'>(job.failed > 0 ? 'refused' : 'all')
  const now = useNow()
  const [saving, setSaving] = useState(false)
  const isOff = useTurnedOff('exports')
  const counts: Record<BulkOutcome, number> = { done: job.succeeded, refused: job.failed, skipped: job.skipped }
  const save = async () => {
    setSaving(true)
    await actions.download(job)
    setSaving(false)
  }
  return (
    <div className={form.form}>
      <Group gap="sm" justify="space-between" fz="sm">
        <SegmentedControl
          aria-label={text('jobs.filter')}
          value={filter}
          onChange={(value) => setFilter(OUTCOMES.find((outcome) => outcome === value) ?? 'all')}
          data={[
            { value: 'all', label: `${text('jobs.outcome.all')} ${formatNumber(job.done)}` },
            ...OUTCOMES.filter((outcome) => counts[outcome] > 0).map((outcome) => ({
              value: outcome,
              label: `${text(`jobs.outcome.${outcome}`)} ${formatNumber(counts[outcome])}`,
            })),
          ]}
        />
        <span className={styles.counts}>{text('jobs.by', { name: actorWords({ actor: job.by, channel: '' }) })}</span>
        <span className={styles.counts}>{job.state === 'cancelled' && countWords(job).at(-1)}</span>
      </Group>
      <JobResults place={place} jobId={job.id} outcome={filter === 'all' ? undefined : filter} />
      <div className={form.buttons}>
        <span className={form.beside}>
          {!isOff && (
            <Permitted call="bulk.download">
              <Button
                variant="default"
                leftSection={<Icon name="download" size={16} />}
                loading={saving}
                onClick={() => void save()}
              >
                {text('jobs.download')}
              </Button>
            </Permitted>
          )}
        </span>
        {isUndoable(job, now) && (
          <Permitted call="bulk.undo">
            <Button variant="default" onClick={() => actions.undo(job)}>
              {undoWords(job)}
            </Button>
          </Permitted>
        )}
        {job.failed > 0 && job.command !== 'undo' && (
          <Permitted call="bulk.retry">
            <Button leftSection={<Icon name="refresh" size={16} />} onClick={() => actions.retry(job)}>
              {plural('jobs.retry', job.failed)}
            </Button>
          </Permitted>
        )}
        <Button variant="default" onClick={onClose}>
          {text('close')}
        </Button>
      </div>
    </div>
  )
}
