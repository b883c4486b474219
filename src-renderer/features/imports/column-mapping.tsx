import { NativeSelect, Paper, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Icon } from '../../components/icon.tsx'
import { plural, text } from '../../locales/messages.ts'
import {
  changed,
  columnTitle,
  sampleOf,
  unreadColumns,
  type ColumnChoice,
  type ImportField,
  type Look,
} from './column-choice.ts'
import styles from './imports.module.css'

interface ColumnMappingProps {
  look: Look
  fields: readonly ImportField[]
  choice: ColumnChoice
  disabled: boolean
  onChange: (choice: ColumnChoice) => void
}

const NONE = ''
/** Lists this short are always open. */
const FEW = 3

/** Maps the file's columns to fields, with their first values; collapsed to one line while nothing is wrong. */
export function ColumnMapping({ look, fields, choice, disabled, onChange }: ColumnMappingProps) {
  const isMissing = (choice.cardNumber ?? null) === null
  const unread = unreadColumns(look, choice).length
  const [open, setOpen] = useState(isMissing || fields.length <= FEW)
  const found = fields.filter((field) => (choice[field] ?? null) !== null)
  const options = [
    { value: NONE, label: text('columns.none') },
    ...look.headers.map((_, index) => ({ value: String(index), label: columnTitle(look, index) })),
  ]
  return (
    <Paper
      component="details"
      withBorder
      open={open || isMissing}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className={styles.legend}>
        <Icon name={open || isMissing ? 'chevronDown' : 'chevronRight'} size={16} />
        <strong>{text('columns.mapping')}</strong>
        <Text component="span" c="dimmed" fz="xs">
          {look.remembered
            ? text('columns.remembered')
            : plural('columns.read', found.length, { columns: found.length + unread })}
        </Text>
        {!open && !isMissing && (
          <span className={styles.found}>{found.map((field) => text(`field.${field}`)).join(' · ')}</span>
        )}
      </summary>
      <Stack gap={6} pt="xs" px={14} pb="md">
        {fields.map((field) => {
          const column = choice[field] ?? null
          const missing = field === 'cardNumber' && column === null
          return (
            <div key={field} className={styles.field}>
              <label htmlFor={`column-${field}`}>{text(`field.${field}`)}</label>
              <NativeSelect
                id={`column-${field}`}
                size="xs"
                data={options}
                value={column === null ? NONE : String(column)}
                error={missing}
                disabled={disabled}
                onChange={(event) =>
                  onChange(
                    changed(
                      choice,
                      field,
                      event.currentTarget.value === NONE ? null : Number(event.currentTarget.value),
                    ),
                  )
                }
              />
              <span className={styles.sample} title={sampleOf(look, column)}>
                {missing ? text('columns.cardNumber.missing') : sampleOf(look, column)}
              </span>
            </div>
          )
        })}
      </Stack>
    </Paper>
  )
}
