import { NativeSelect } from '@mantine/core'
import { text } from '../../locales/messages.ts'
import { changed, sampleOf, type ColumnChoice, type ImportField, type Look } from './column-choice.ts'
import styles from './imports.module.css'

interface ColumnMappingProps {
  look: Look
  fields: readonly ImportField[]
  choice: ColumnChoice
  disabled: boolean
  onChange: (choice: ColumnChoice) => void
}

const NONE = ''

/** Which column of the file holds what, with a look at its first values. */
export function ColumnMapping({ look, fields, choice, disabled, onChange }: ColumnMappingProps) {
  const options = [{ value: NONE, label: text('columns.none') }, ...look.headers.map((header, index) => ({ value: String(index), label: header.trim() === '' ? text('columns.number', { number: index + 1 }) : header }))]
  return (
    <fieldset className={styles.mapping} disabled={disabled}>
      <legend className={styles.legend}>
        {text('columns.mapping')}
        <span className={styles.dim}>{text(look.remembered ? 'columns.remembered' : 'columns.recognised')}</span>
      </legend>
      <div className={styles.fields}>
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
                onChange={(event) => onChange(changed(choice, field, event.currentTarget.value === NONE ? null : Number(event.currentTarget.value)))}
              />
              <span className={styles.sample} title={sampleOf(look, column)}>
                {missing ? text('columns.cardNumber.missing') : sampleOf(look, column)}
              </span>
            </div>
          )
        })}
      </div>
    </fieldset>
  )
}
