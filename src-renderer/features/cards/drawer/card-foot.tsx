import { Permitted } from '../../../components/button/permitted.tsx'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useRef, useState, type FormEvent } from 'react'
import type { Card } from '../../../../src-main/domain/card.ts'
import type { CardReason } from '../../../../src-main/domain/cards/card-reason.ts'
import { useTypedEnter } from '../../../components/form/typed-enter.ts'
import { useQuestion } from '../../../layers.ts'
import { Icon } from '../../../components/icon.tsx'
import { text } from '../../../locales/messages.ts'
import { useCardActions } from '../card-actions.ts'
import { useAhead } from '../ahead.ts'
import { UntilChoice } from '../planned/until-choice.tsx'
import type { Until } from '../planned/until.ts'
import { ReasonChips } from '../reason-chips.tsx'
import { openCard } from '../card-place.ts'
import styles from './drawer.module.css'

/** The primary action for the card's state, always in the same place. */
export function CardFoot({ card, disabling }: { card: Card; disabling: boolean }) {
  const actions = useCardActions()
  if (card.status === 'active' && disabling) return <DisableForm card={card} />
  return (
    <footer className={styles.foot}>
      {card.status === 'new' && (
        <Permitted call="cards.activate">
          <Button fullWidth leftSection={<Icon name="activate" />} onClick={() => openCard(card.id, 'activate')}>
            {text('card.do.activate')}
          </Button>
        </Permitted>
      )}
      {card.status === 'inactive' && (
        <Permitted call="cards.enable">
          <Button fullWidth leftSection={<Icon name="circleCheck" />} onClick={() => void actions.enable(card)}>
            {text('asks', { what: text('card.do.enable') })}
          </Button>
        </Permitted>
      )}
      {card.status === 'active' && (
        <Permitted call="cards.disable">
          <Button
            fullWidth
            variant="default"
            leftSection={<Icon name="circleMinus" />}
            onClick={() => openCard(card.id, 'disable')}
          >
            {text('asks', { what: text('card.do.disable') })}
          </Button>
        </Permitted>
      )}
    </footer>
  )
}

function DisableForm({ card }: { card: Card }) {
  const actions = useCardActions()
  const [note, setNote] = useState('')
  const [needsNote, setNeedsNote] = useState(false)
  const noteField = useRef<HTMLInputElement>(null)
  const typedEnter = useTypedEnter()
  useQuestion(() => openCard(card.id))
  const [busy, setBusy] = useState(false)
  const [until, setUntil] = useState<Until>(null)
  const aheadMs = useAhead()
  const disable = async (reason: CardReason | null) => {
    if (reason === 'other' && note.trim() === '') {
      setNeedsNote(true)
      noteField.current?.focus()
      return
    }
    setBusy(true)
    await actions.disable(card, { reason, note, until })
    setBusy(false)
    openCard(card.id)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (until === '') return
    // A note without a reason says one that no chip has.
    void disable(note.trim() === '' ? null : 'other')
  }
  return (
    <form className={styles.foot} onSubmit={submit} {...typedEnter}>
      <Text fz="sm" lh={1.5}>
        {until === null && text('card.do.disable.text')} {text('card.reason.choose')}
      </Text>
      <TextInput
        ref={noteField}
        autoFocus
        data-autofocus
        label={text('card.do.disable.reason')}
        description={text('card.do.disable.reason.hint')}
        placeholder={text('card.do.disable.reason.example')}
        value={note}
        error={needsNote && note.trim() === '' ? text('card.reason.needsNote') : null}
        maxLength={1000}
        autoComplete="off"
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <UntilChoice action="enable" until={until} aheadMs={aheadMs} disabled={busy} onChange={setUntil} />
      <ReasonChips disabled={busy || until === ''} onChoose={(reason) => void disable(reason)} />
      <Group gap="sm" wrap="nowrap">
        <Button
          type="submit"
          color="red"
          loading={busy}
          disabled={until === ''}
          leftSection={<Icon name="circleMinus" />}
        >
          {text('card.do.disable')}
        </Button>
        <Button variant="default" onClick={() => openCard(card.id)}>
          {text('cancel')}
        </Button>
      </Group>
    </form>
  )
}
