import { NativeSelect, Stack } from '@mantine/core'
import { Notice } from '../../components/feedback/notice.tsx'
import { plural, text } from '../../locales/messages.ts'
import type { ImportReport } from './import-run.ts'
import { meaningsOf, valueId, type ValueChoice } from './value-choice.ts'
import styles from './imports.module.css'

interface ValueMappingProps {
  unknown: ImportReport['unknownValues']
  choice: ValueChoice
  disabled: boolean
  onChange: (choice: ValueChoice) => void
}

const NONE = ''
const ASKED = { tone: 'pending', icon: 'alert' } as const
const ANSWERED = { tone: 'plain', icon: 'check' } as const

/** Unknown values of the file: a person gives each a meaning, or leaves its rows out. */
export function ValueMapping({ unknown, choice, disabled, onChange }: ValueMappingProps) {
  const isAnswered = unknown.every((value) => (choice[valueId(value)]?.meaning ?? NONE) !== NONE)
  return (
    <Notice {...(isAnswered ? ANSWERED : ASKED)} title={text(isAnswered ? 'values.answered' : 'values.title')}>
      <Stack gap={6} pt="xs" px={14} pb="md">
        {unknown.map((value) => {
          const id = valueId(value)
          return (
            <div key={id} className={styles.field}>
              <label htmlFor={`value-${id}`}>
                {text('values.word', { field: text(`field.${value.field}`), word: value.text })}
              </label>
              <NativeSelect
                id={`value-${id}`}
                size="xs"
                data={[{ value: NONE, label: text('values.leave') }, ...meaningsOf(value.field)]}
                value={choice[id]?.meaning ?? NONE}
                disabled={disabled}
                onChange={(event) => onChange({ ...choice, [id]: { ...value, meaning: event.currentTarget.value } })}
              />
              <span className={styles.sample}>{plural('values.rows', value.count)}</span>
            </div>
          )
        })}
      </Stack>
    </Notice>
  )
}
