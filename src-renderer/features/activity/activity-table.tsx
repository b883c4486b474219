import type { AuditEntry } from '../../../src-main/domain/audit.ts'
import { Icon } from '../../components/icon.tsx'
import { ListTable } from '../../components/list-table.tsx'
import { Moment } from '../../components/moment.tsx'
import { text } from '../../locales/messages.ts'
import { actionIcon, actionWords, actorWords, channelWords } from '../audit/audit-words.ts'
import { ChangeList } from '../audit/change-list.tsx'
import { AuditTarget } from './audit-target.tsx'
import styles from './activity.module.css'

const COLUMNS = ['time', 'action', 'target', 'actor', 'change'] as const

export function ActivityTable({ entries, dimmed, page }: { entries: readonly AuditEntry[] | null; dimmed: boolean; page: number }) {
  return (
    <ListTable
      label={entries === null ? text('activity.loading') : text('activity.table', { page })}
      columns={COLUMNS.map((key) => ({ key, word: text(`activity.column.${key}`) }))}
      rows={entries?.map((entry) => <Row key={entry.seq} entry={entry} />) ?? null}
      dimmed={dimmed}
      page={page}
    />
  )
}

function Row({ entry }: { entry: AuditEntry }) {
  return (
    <tr>
      <td className={styles.time}>
        <Moment value={entry.time} />
      </td>
      <td>
        <span className={styles.action}>
          <Icon name={actionIcon(entry.action)} size={16} />
          {actionWords(entry.action)}
        </span>
      </td>
      <td>
        <AuditTarget entry={entry} />
      </td>
      <td>
        <span className={styles.actor}>
          {actorWords(entry)}
          <span className={styles.channel}>{channelWords(entry.channel)}</span>
        </span>
      </td>
      <td className={styles.change}>
        <ChangeList entry={entry} />
        {entry.reason !== null && <q>{entry.reason}</q>}
      </td>
    </tr>
  )
}
