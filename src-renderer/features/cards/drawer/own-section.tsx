import { Flex, Text, Textarea, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import type { Card } from '../../../../src-main/domain/card.ts'
import {
  OWN_FIELD_LENGTHS,
  OWN_FIELDS,
  ownText,
  ownTextFault,
  type OwnField,
} from '../../../../src-main/domain/cards/card-fields.ts'
import { text } from '../../../locales/messages.ts'
import { useCardActions } from '../card-actions.ts'
import { EditableSection, Editor, Fact } from './section.tsx'
import styles from './drawer.module.css'

/** The fleet's own fields of a card, editable in every state. */
export function OwnSection({ card }: { card: Card }) {
  const filled = OWN_FIELDS.filter((field) => card[field] !== null)
  return (
    <EditableSection title={text('card.own')} edit={text('card.own.edit')} card={card} editor={OwnEditor}>
      {filled.length === 0 ? (
        <Text c="dimmed" fz="sm" lh={1.5}>
          {text('card.own.none')}
        </Text>
      ) : (
        <Flex component="dl" direction="column" m={0} fz="sm">
          {filled.map((field) => (
            <Fact key={field} name={text(`cards.column.${field}`)}>
              <span className={styles.own}>{card[field]}</span>
            </Fact>
          ))}
        </Flex>
      )}
    </EditableSection>
  )
}

type OwnTexts = Record<OwnField, string>

function OwnEditor({ card, onEnd }: { card: Card; onEnd: () => void }) {
  const actions = useCardActions()
  const [texts, setTexts] = useState<OwnTexts>({
    internalReference: card.internalReference ?? '',
    costCentre: card.costCentre ?? '',
    notes: card.notes ?? '',
  })
  const [busy, setBusy] = useState(false)
  const problems = Object.fromEntries(OWN_FIELDS.map((field) => [field, problemOf(field, texts[field])])) as Record<
    OwnField,
    string | null
  >
  const save = async () => {
    const changes = Object.fromEntries(
      OWN_FIELDS.filter((field) => ownText(texts[field]) !== card[field]).map((field) => [
        field,
        ownText(texts[field]),
      ]),
    )
    if (Object.keys(changes).length === 0) return onEnd()
    setBusy(true)
    if (await actions.update(card, changes)) onEnd()
    else setBusy(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy && OWN_FIELDS.every((field) => problems[field] === null)) void save()
  }
  const field = (name: OwnField) => ({
    label: text(`cards.column.${name}`),
    value: texts[name],
    error: problems[name],
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) =>
      setTexts({ ...texts, [name]: event.currentTarget.value }),
  })
  return (
    <Editor title={text('card.own')} busy={busy} onSubmit={submit} onEnd={onEnd}>
      <TextInput {...field('internalReference')} />
      <TextInput {...field('costCentre')} />
      <Textarea autosize minRows={2} maxRows={8} {...field('notes')} />
    </Editor>
  )
}

function problemOf(field: OwnField, typed: string): string | null {
  const fault = ownTextFault(field, typed)
  if (fault === null) return null
  return fault === 'too_long'
    ? text('card.field.tooLong', { maximum: OWN_FIELD_LENGTHS[field] })
    : text('card.field.characters')
}
