import { Anchor, UnstyledButton } from '@mantine/core'
import type { AuditEntry } from '../../../src-main/domain/audit.ts'
import type { EnvironmentName } from '../../../src-main/domain/environment-name.ts'
import { CardNames } from '../../client/card-names.tsx'
import { Icon } from '../../components/icon.tsx'
import { useAppStore } from '../../app-store.ts'
import { ListTable } from '../../components/table/list-table.tsx'
import { Moment } from '../../components/text/moment.tsx'
import { text } from '../../locales/messages.ts'
import { actionIcon, actionWords, actorWords, channelWords } from '../audit/audit-words.ts'
import { ChangeList } from '../audit/change-list.tsx'
import { openJob } from '../jobs/job-store.ts'
import { AuditTarget } from './audit-target.tsx'
import styles from './activity.module.css'

const COLUMNS = ['time', 'action', 'target', 'actor', 'change'] as const

interface ActivityTableProps {
  environment: EnvironmentName
  entries: readonly AuditEntry[] | null
  dimmed: boolean
  page: number
  /** Narrows to what one of them did; without it, names are no buttons. */
  onActor?: (actor: string) => void
}

export function ActivityTable({ environment, entries, dimmed, page, onActor }: ActivityTableProps) {
  const cards = (entries ?? []).flatMap(({ target, projectId }) =>
    target.type === 'card' && target.id !== null && projectId !== null ? [{ projectId, cardId: target.id }] : [],
  )
  const table = (
    <ListTable
      label={entries === null ? text('activity.loading') : text('activity.table', { page })}
      columns={COLUMNS.map((key) => ({ key, word: text(`activity.column.${key}`) }))}
      rows={entries?.map((entry) => <Row key={entry.seq} entry={entry} onActor={onActor} />) ?? null}
      dimmed={dimmed}
      page={page}
    />
  )
  // All cards of a project in one request.
  return [...Map.groupBy(cards, ({ projectId }) => projectId)].reduce(
    (inner, [projectId, own]) => (
      <CardNames projectId={projectId} environment={environment} cardIds={own.map(({ cardId }) => cardId)}>
        {inner}
      </CardNames>
    ),
    table,
  )
}

function Row({ entry, onActor }: { entry: AuditEntry; onActor: ActivityTableProps['onActor'] }) {
  const openProject = useAppStore(({ projectId }) => projectId)
  const actor = actorWords(entry)
  const job = jobOf(entry)
  return (
    <tr>
      <td className={styles.dim}>
        <Moment value={entry.time} />
      </td>
      <td>
        <span className={styles.action}>
          <Icon name={actionIcon(entry.action)} size={16} className={styles.dim} />
          {actionWords(entry.action)}
        </span>
      </td>
      <td>
        <AuditTarget entry={entry} />
      </td>
      <td>
        <span className={styles.actor}>
          {onActor === undefined ? (
            actor
          ) : (
            <UnstyledButton
              fz="inherit"
              lh="inherit"
              className={styles.link}
              aria-label={text('activity.by', { name: actor })}
              onClick={() => onActor(entry.actor.id ?? entry.actor.type)}
            >
              {actor}
            </UnstyledButton>
          )}
          <span className={styles.channel}>{channelWords(entry.channel)}</span>
        </span>
      </td>
      <td className={styles.change}>
        <ChangeList entry={entry} linked={openProject === null || entry.projectId === openProject} />
        {entry.reason !== null && <q>{entry.reason}</q>}
        {job !== null && (
          <Anchor component="button" type="button" fz="sm" onClick={() => openJob(job)}>
            {text(entry.target.type === 'bulk_job' ? 'jobs.open' : 'activity.job')}
          </Anchor>
        )}
      </td>
    </tr>
  )
}

/** The bulk job that an entry is about, or that changed its card. */
function jobOf({ target, after }: AuditEntry): string | null {
  if (target.type === 'bulk_job') return target.id
  const job = after?.['job']
  return typeof job === 'string' ? job : null
}
