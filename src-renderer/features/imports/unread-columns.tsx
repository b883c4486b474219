import { Checkbox } from '@mantine/core'
import { Notice } from '../../components/feedback/notice.tsx'
import { plural, text } from '../../locales/messages.ts'
import styles from './imports.module.css'

interface UnreadColumnsProps {
  /** The titles of the columns that no field reads. */
  titles: readonly string[]
  columns: number
  accepted: boolean
  disabled: boolean
  onAccept: (accepted: boolean) => void
}

/** What of a file would be lost, said before anything else; only then may the rest be imported. */
export function UnreadColumns({ titles, columns, accepted, disabled, onAccept }: UnreadColumnsProps) {
  return (
    <Notice tone="pending" icon="alert" title={plural('columns.unread', titles.length, { columns })}>
      <p className={styles.unread}>{titles.join(' · ')}</p>
      <Checkbox
        size="xs"
        label={text('columns.unread.accept')}
        checked={accepted}
        disabled={disabled}
        onChange={(event) => onAccept(event.currentTarget.checked)}
      />
    </Notice>
  )
}
