import { NativeSelect, Stack } from '@mantine/core'
import { Notice } from '../../components/feedback/notice.tsx'
import { importText } from '../../locales/import/words.ts'
import { plural, text } from '../../locales/messages.ts'
import type { ImportReport } from './import-run.ts'
import { meaningsOf, valueId, type FileValues, type UnknownValue } from './value-choice.ts'
import styles from './imports.module.css'

interface ValueMappingProps {
  unknown: readonly UnknownValue[]
  /** Of the last look; null while there is none. */
  dates: ImportReport['dates'] | null
  values: FileValues
  disabled: boolean
  onChange: (values: FileValues) => void
}

const NONE = ''
const ASKED = { tone: 'pending', icon: 'alert' } as const
const ANSWERED = { tone: 'plain', icon: 'check' } as const

/** Unknown values of the file: a person gives each a meaning, or leaves its rows out; and says how its dates are read. */
export function ValueMapping({ unknown, dates, values, disabled, onChange }: ValueMappingProps) {
  const { choice, monthFirst } = values
  const isAnswered = unknown.every((value) => (choice[valueId(value)]?.meaning ?? NONE) !== NONE)
  // Other dates of the file give away that its months come first.
  const isContradicted = dates !== null && dates.monthFirst > 0 && !monthFirst
  const asksDates = dates !== null && dates.either > 0
  if (unknown.length === 0 && !asksDates) return null
  const title = !isAnswered
    ? text('values.title')
    : asksDates && unknown.length === 0
      ? importText('dates.title')
      : text('values.answered')
  return (
    <Notice {...(isAnswered && !(asksDates && isContradicted) ? ANSWERED : ASKED)} title={title}>
      <Stack gap={6} pt="xs" className={styles.unread}>
        {asksDates && (
          <div className={styles.field}>
            <label htmlFor="value-dates">{importText('dates.label', { example: dates.example ?? '' })}</label>
            <NativeSelect
              id="value-dates"
              size="xs"
              data={[
                { value: 'day', label: importText('dates.day') },
                { value: 'month', label: importText('dates.month') },
              ]}
              value={monthFirst ? 'month' : 'day'}
              disabled={disabled}
              onChange={(event) => onChange({ ...values, monthFirst: event.currentTarget.value === 'month' })}
            />
            <span className={`${styles.sample} ${styles.whole}`}>
              {plural('values.rows', dates.either)}
              {isContradicted && ` · ${importText('dates.conflict')}`}
            </span>
          </div>
        )}
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
                onChange={(event) =>
                  onChange({ ...values, choice: { ...choice, [id]: { ...value, meaning: event.currentTarget.value } } })
                }
              />
              <span className={styles.sample}>{value.count > 0 && plural('values.rows', value.count)}</span>
            </div>
          )
        })}
      </Stack>
    </Notice>
  )
}
