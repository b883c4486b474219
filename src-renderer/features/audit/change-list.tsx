import type { AuditEntry } from '../../../src-main/domain/audit.ts'
import { Icon } from '../../components/icon.tsx'
import { text } from '../../locales/messages.ts'
import { changesOf } from './changes.ts'
import styles from './change-list.module.css'

/** What an entry changed: before, after. */
export function ChangeList({ entry }: { entry: Pick<AuditEntry, 'before' | 'after' | 'erased'> }) {
  const changes = changesOf(entry)
  if (changes.length === 0) return null
  return (
    <ul className={styles.changes}>
      {changes.map(({ field, label, before, after }) => (
        <li key={field}>
          <span className={styles.field}>{label}</span>
          {before !== null && <span className={styles.before}>{before}</span>}
          {before !== null && <Icon name="arrowRight" size={14} className={styles.arrow} />}
          <span>{after ?? text('activity.nothing')}</span>
        </li>
      ))}
    </ul>
  )
}
