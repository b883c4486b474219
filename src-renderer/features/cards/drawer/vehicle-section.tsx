import { Flex, Text } from '@mantine/core'
import type { Card } from '../../../../src-main/domain/card.ts'
import { LicensePlate } from '../../../components/text/card-text.tsx'
import { text } from '../../../locales/messages.ts'
import { HolderLink } from '../../holders/holder-link.tsx'
import { useCardActions } from '../card-actions.ts'
import { EditableSection, Editor, Fact, Section } from './section.tsx'
import { useVehicleForm, VehicleFields } from '../activate/vehicle-form.tsx'

/** Plate and driver, editable in place. */
export function VehicleSection({ card }: { card: Card }) {
  if (card.status === 'new') {
    return (
      <Section title={text('card.vehicle')}>
        <Text c="dimmed" fz="sm" lh={1.5}>
          {text('card.vehicle.new')}
        </Text>
      </Section>
    )
  }
  return (
    <EditableSection title={text('card.vehicle')} edit={text('card.edit')} card={card} editor={VehicleEditor}>
      <Flex component="dl" direction="column" m={0} fz="sm">
        <Fact name={text('card.plate')}>
          {card.licensePlate !== null && (
            <HolderLink kind="vehicle" name={card.licensePlate}>
              <LicensePlate value={card.licensePlate} />
            </HolderLink>
          )}
        </Fact>
        <Fact name={text('card.driver')}>
          {card.driver !== null && <HolderLink kind="driver" name={card.driver} />}
        </Fact>
      </Flex>
    </EditableSection>
  )
}

function VehicleEditor({ card, onEnd }: { card: Card; onEnd: () => void }) {
  const actions = useCardActions()
  const form = useVehicleForm(card, async (values) => {
    if (values.licensePlate === card.licensePlate && values.driver === card.driver) return onEnd()
    if (await actions.update(card, values)) onEnd()
  })
  return (
    <Editor title={text('card.vehicle')} busy={form.busy} onSubmit={form.submit} onEnd={onEnd}>
      <VehicleFields card={card} form={form} />
    </Editor>
  )
}
