import { Switch } from '@mantine/core'
import { useState } from 'react'
import { AUTHORIZATIONS, type Card } from '../../../../src-main/domain/card.ts'
import { text } from '../../../locales/messages.ts'
import { useCardActions } from '../card-actions.ts'
import { openCard } from '../card-place.ts'
import { Section } from './section.tsx'
import styles from './drawer.module.css'

/** Four switches that move together, as the provider knows one for all of them. */
export function FuelSwitches({ card }: { card: Card }) {
  const actions = useCardActions()
  const [busy, setBusy] = useState(false)
  const change = async () => {
    // Switching off asks for the reason at the drawer's foot; nothing has moved until then.
    if (card.status === 'active') return openCard(card.id, 'disable')
    setBusy(true)
    await actions.enable(card)
    setBusy(false)
  }
  return (
    <Section title={text('card.fuels')}>
      <div className={styles.fuels}>
        {AUTHORIZATIONS.map((fuel) => (
          <Switch key={fuel} size="sm" withThumbIndicator={false} label={text(`card.fuel.${fuel}`)} checked={card[fuel]} disabled={card.status === 'new' || busy} onChange={() => void change()} />
        ))}
      </div>
      <p className={styles.why}>{text(`card.fuels.${card.status}`)}</p>
    </Section>
  )
}
