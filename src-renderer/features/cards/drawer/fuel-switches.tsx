import { Switch, Text } from '@mantine/core'
import { AUTHORIZATIONS, type Card } from '../../../../src-main/domain/card.ts'
import { useBarrier } from '../../../client/rights.tsx'
import { text } from '../../../locales/messages.ts'
import { useCardActions } from '../card-actions.ts'
import { openCard } from '../card-place.ts'
import { Section } from './section.tsx'
import styles from './drawer.module.css'

/** Four switches that move together: the provider has one for all of them. */
export function FuelSwitches({ card }: { card: Card }) {
  const actions = useCardActions()
  const why = useBarrier(card.status === 'active' ? 'cards.disable' : 'cards.enable')
  // Both ways confirm first; nothing moves until then.
  const change = () => (card.status === 'active' ? openCard(card.id, 'disable') : void actions.enable(card))
  return (
    <Section title={text('card.fuels')}>
      <div className={styles.fuels}>
        {AUTHORIZATIONS.map((fuel) => (
          <Switch
            key={fuel}
            size="sm"
            withThumbIndicator={false}
            label={text(`card.fuel.${fuel}`)}
            checked={card[fuel]}
            disabled={why !== null || card.status === 'new'}
            onChange={change}
          />
        ))}
      </div>
      <Text c="dimmed" fz="sm" lh={1.5}>
        {why ?? text(`card.fuels.${card.status}`)}
      </Text>
    </Section>
  )
}
