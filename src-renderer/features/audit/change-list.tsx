import type { ReactNode } from 'react'
import type { AuditEntry } from '../../../src-main/domain/audit.ts'
import type { HolderKind } from '../../../src-main/domain/cards/holder.ts'
import { Icon } from '../../components/icon.tsx'
import { text } from '../../locales/messages.ts'
import { HolderLink } from '../holders/holder-link.tsx'
import { changesOf } from './changes.ts'
import styles from './change-list.module.css'

const HOLDERS: Readonly<Record<string, HolderKind>> = { driver: 'driver', licensePlate: 'vehicle' }

interface ChangeListProps {
  entry: Pick<AuditEntry, 'before' | 'after' | 'erased'>
  /** Drivers and plates lead to their pages: the entry is the open project's. */
  linked?: boolean
}

/** What an entry changed: before, after. */
export function ChangeList({ entry, linked = false }: ChangeListProps) {
  const changes = changesOf(entry)
  if (changes.length === 0) return null
  const named = (field: string, side: 'before' | 'after', words: string): ReactNode => {
    const kind = linked ? HOLDERS[field] : undefined
    const name = entry[side]?.[field]
    return kind === undefined || typeof name !== 'string' ? words : <HolderLink kind={kind} name={name} />
  }
  return (
    <ul className={styles.changes}>
      {changes.map(({ field, label, before, after }) => (
        <li key={field}>
          <span className={styles.field}>{label}</span>
          {before !== null && <span className={styles.before}>{named(field, 'before', before)}</span>}
          {before !== null && <Icon name="arrowRight" size={14} className={styles.arrow} />}
          <span>{after === null ? text('activity.nothing') : named(field, 'after', after)}</span>
        </li>
      ))}
    </ul>
  )
}
