import { Checkbox, NativeSelect, Stack, Text } from '@mantine/core'
import { Notice } from '../../components/feedback/notice.tsx'
import { importText } from '../../locales/import/words.ts'
import { plural, text } from '../../locales/messages.ts'
import {
  columnTitle,
  IMPORT_FIELDS,
  sampleOf,
  type ColumnChoice,
  type ImportField,
  type Look,
} from './column-choice.ts'
import styles from './imports.module.css'

interface UnreadColumnsProps {
  look: Look
  /** The columns that no field reads. */
  unread: readonly number[]
  choice: ColumnChoice
  /** Whether a file like this was imported without them. */
  known: boolean
  accepted: boolean
  disabled: boolean
  onChoose: (field: ImportField, column: number) => void
  onAccept: (accepted: boolean) => void
}

const NONE = ''

/** The columns that would be lost: each can be given a field; a person must accept the loss of the others. */
export function UnreadColumns(props: UnreadColumnsProps) {
  const { look, unread, choice, known, accepted, disabled, onChoose, onAccept } = props
  const titles = unread.map((column) => columnTitle(look, column))
  if (known)
    return (
      <Notice tone="plain" icon="info" title={importText('left.title')}>
        <p>{titles.join(' · ')}</p>
      </Notice>
    )
  const free = IMPORT_FIELDS.filter((field) => (choice[field] ?? null) === null)
  return (
    <Notice
      tone="pending"
      icon="alert"
      title={plural('columns.unread', unread.length, { columns: look.headers.length })}
    >
      <Text c="var(--text)" fz="inherit">
        {importText('unread.hint')}
      </Text>
      <Stack gap={6} py="xs" className={styles.unread}>
        {unread.map((column) => (
          <div key={column} className={styles.field}>
            <label htmlFor={`unread-${column}`} title={columnTitle(look, column)}>
              {columnTitle(look, column)}
            </label>
            <NativeSelect
              id={`unread-${column}`}
              size="xs"
              aria-label={importText('unread.field', { column: columnTitle(look, column) })}
              data={[
                { value: NONE, label: importText('unread.none') },
                ...free.map((field) => ({ value: field, label: text(`field.${field}`) })),
              ]}
              value={NONE}
              disabled={disabled}
              onChange={(event) => {
                const field = free.find((candidate) => candidate === event.currentTarget.value)
                if (field !== undefined) onChoose(field, column)
              }}
            />
            <span className={styles.sample}>{sampleOf(look, column)}</span>
          </div>
        ))}
      </Stack>
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
