import type { DriftedCard } from '../../../../src-main/domain/sync/provider.ts'
import { text, textIfKnown } from '../../../locales/messages.ts'
import styles from './drawer.module.css'

type Field = DriftedCard['fields'][number]

/** Field by field: ours left, theirs right. The four fuels are one row. */
export function DriftTable({ drift }: { drift: DriftedCard }) {
  const fuel = drift.fields.find(({ field }) => field.startsWith('auth'))
  const fields = drift.fields.filter(({ field }) => !field.startsWith('auth'))
  return (
    <table className={styles.drift}>
      <thead>
        <tr>
          <td />
          <th scope="col">{text('card.drift.ours')}</th>
          <th scope="col">{text('card.drift.theirs')}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <Row key={field.field} name={textIfKnown(`change.${field.field}`) ?? field.field} field={field} />
        ))}
        {fuel !== undefined && <Row name={text('change.fuels')} field={fuel} />}
      </tbody>
    </table>
  )
}

function Row({ name, field }: { name: string; field: Field }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{words(field.field, field.ours)}</td>
      <td>{words(field.field, field.theirs)}</td>
    </tr>
  )
}

function words(field: Field['field'], value: string | null): string {
  if (value === null || value === '') return text('activity.nothing')
  if (field.startsWith('auth')) return text(value === 'true' || value === '1' ? 'activity.yes' : 'activity.no')
  return (field === 'status' ? textIfKnown(`cards.status.${value}`) : null) ?? value
}
