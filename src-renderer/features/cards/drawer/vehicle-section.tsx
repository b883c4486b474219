import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Card } from '../../../../src-main/domain/card.ts'
import { LicensePlate } from '../../../components/text/card-text.tsx'
import { Icon } from '../../../components/icon.tsx'
import { useQuestion } from '../../../layers.ts'
import { text } from '../../../locales/messages.ts'
import { useCardActions } from '../card-actions.ts'
import { Fact, Section } from './section.tsx'
import { useVehicleForm, VehicleFields } from '../activate/vehicle-form.tsx'
import styles from './drawer.module.css'

/** Plate and driver: shown, and corrected in place. */
export function VehicleSection({ card }: { card: Card }) {
  const [editing, setEditing] = useState(false)
  if (card.status === 'new') {
    return (
      <Section title={text('card.vehicle')}>
        <p className={styles.why}>{text('card.vehicle.new')}</p>
      </Section>
    )
  }
  if (editing) return <VehicleEditor card={card} onEnd={() => setEditing(false)} />
  const edit = (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<Icon name="edit" size={16} />}
      onClick={() => setEditing(true)}
    >
      {text('card.edit')}
    </Button>
  )
  return (
    <Section title={text('card.vehicle')} beside={edit}>
      <dl className={styles.facts}>
        <Fact name={text('card.plate')}>
          {card.licensePlate !== null && <LicensePlate value={card.licensePlate} />}
        </Fact>
        <Fact name={text('card.driver')}>{card.driver}</Fact>
      </dl>
    </Section>
  )
}

function VehicleEditor({ card, onEnd }: { card: Card; onEnd: () => void }) {
  const actions = useCardActions()
  useQuestion(onEnd)
  const form = useVehicleForm(card, async (values) => {
    if (values.licensePlate === card.licensePlate && values.driver === card.driver) return onEnd()
    if (await actions.update(card, values)) onEnd()
  })
  return (
    <Section title={text('card.vehicle')}>
      <form className={styles.form} onSubmit={form.submit}>
        <VehicleFields card={card} form={form} />
        <div className={styles.buttons}>
          <Button type="submit" loading={form.busy}>
            {text('save')}
          </Button>
          <Button variant="default" onClick={onEnd}>
            {text('cancel')}
          </Button>
        </div>
      </form>
    </Section>
  )
}
