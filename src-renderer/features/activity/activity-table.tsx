import { useEffect, useRef } from 'react'
import type { AuditEntry } from '../../../src-main/domain/audit.ts'
import table from '../../components/data-table.module.css'
import { Icon } from '../../components/icon.tsx'
import { Moment } from '../../components/moment.tsx'
import { text } from '../../locales/messages.ts'
import { actionIcon, actionWords, actorWords, channelWords } from '../audit/audit-words.ts'
import { ChangeList } from '../audit/change-list.tsx'
import { AuditTarget } from './audit-target.tsx'
import styles from './activity.module.css'

const COLUMNS = ['time', 'action', 'target', 'actor', 'change'] as const
const SKELETON_ROWS = Array.from({ length: 10 }, (_, index) => index)

export function ActivityTable({ entries, dimmed, page }: { entries: readonly AuditEntry[] | null; dimmed: boolean; page: number }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.scrollTo({ top: 0 })
  }, [page])
  const label = entries === null ? text('activity.loading') : text('activity.table', { page })
  return (
    <div ref={box} className={table.scroll} role="region" aria-label={label} tabIndex={0}>
      <table className={dimmed && entries !== null ? `${table.table} ${table.dimmed}` : table.table} aria-label={label}>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                <span className={styles.heading}>{text(`activity.column.${column}`)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{entries === null ? SKELETON_ROWS.map((row) => <SkeletonRow key={row} />) : entries.map((entry) => <Row key={entry.seq} entry={entry} />)}</tbody>
      </table>
    </div>
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

function SkeletonRow() {
  return (
    <tr aria-hidden="true">
      {COLUMNS.map((column) => (
        <td key={column}>
          <span className={`${table.skeleton} ${styles.bar}`} />
        </td>
      ))}
    </tr>
  )
}
