import { Checkbox, Text } from '@mantine/core'
import { Notice } from '../../components/feedback/notice.tsx'
import { plural, text } from '../../locales/messages.ts'

interface UnreadColumnsProps {
  /** The titles of the columns that no field reads. */
  titles: readonly string[]
  columns: number
  accepted: boolean
  disabled: boolean
  onAccept: (accepted: boolean) => void
}

/** The columns that would be lost; a person must accept that before the import. */
export function UnreadColumns({ titles, columns, accepted, disabled, onAccept }: UnreadColumnsProps) {
  return (
    <Notice tone="pending" icon="alert" title={plural('columns.unread', titles.length, { columns })}>
      <Text c="var(--text)" fz="inherit">
        {titles.join(' · ')}
      </Text>
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
