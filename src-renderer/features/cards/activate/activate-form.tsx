import { Box, Button, Checkbox, Flex, Group, Stack } from '@mantine/core'
import { useEffect, type FormEvent } from 'react'
import type { ShownCard } from '../../../../src-main/domain/cards/at-provider.ts'
import { useTypedEnter } from '../../../components/form/typed-enter.ts'
import { text } from '../../../locales/messages.ts'
import { useCardActions } from '../card-actions.ts'
import { digitsInHand } from '../in-hand.ts'
import { PhysicalCard } from '../drawer/physical-card.tsx'
import { useVehicleForm, VehicleFields } from './vehicle-form.tsx'
import styles from '../drawer/drawer.module.css'

interface ActivateFormProps {
  card: ShownCard
  isLast: boolean
  onDone: (card: ShownCard) => void
  /** Moves on to the next of a stack. */
  onSkip?: () => void
  /** Goes to the new card with these last digits; resolves to false if there is no single one. */
  onScan: (digits: string) => Promise<boolean>
  /** Whether the next one follows, where that can be chosen. */
  stack?: { chosen: boolean; onChoose: (chosen: boolean) => void }
}

/** Shorter digits may be a plate. */
const SCANNED_DIGITS = 6

/** One new card: its number to compare, then plate and driver. */
export function ActivateForm({ card, isLast, onDone, onSkip, onScan, stack }: ActivateFormProps) {
  const actions = useCardActions()
  const form = useVehicleForm(card, async (values) => {
    if (await actions.activate(card, values)) onDone(card)
  })
  const typedEnter = useTypedEnter()
  const { plateField, values } = form
  // The next card was scanned before this one had its plate: its number is not a plate.
  const scanned = values.driver.trim() === '' ? digitsInHand(values.licensePlate) : null
  const scan = async (digits: string, event: FormEvent) => {
    if (await onScan(digits)) form.change({ licensePlate: '' })
    else form.submit(event)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (scanned === null || scanned.length < SCANNED_DIGITS) form.submit(event)
    else void scan(scanned, event)
  }
  useEffect(() => plateField.current?.focus(), [plateField])
  return (
    <Flex
      component="form"
      direction="column"
      h="100%"
      onSubmit={submit}
      {...typedEnter}
      aria-label={text('activate.title')}
    >
      <div className={styles.body}>
        <PhysicalCard card={card} caption={text('activate.number.hint')} />
        <Stack gap="xl" py={20} px="xl">
          <Stack gap="md">
            <VehicleFields card={card} form={form} />
            {onSkip !== undefined && !isLast && (
              <Box component="span" c="dimmed" fz="xs">
                {text('activate.other')}
              </Box>
            )}
          </Stack>
        </Stack>
      </div>
      <footer className={styles.foot}>
        {stack !== undefined && (
          <Checkbox
            size="xs"
            label={text('activate.stack')}
            checked={stack.chosen}
            onChange={(event) => stack.onChoose(event.currentTarget.checked)}
          />
        )}
        {!isLast && (
          <Box component="span" c="dimmed" fz="xs">
            {text('activate.enter')}
          </Box>
        )}
        <Group gap="sm" wrap="nowrap">
          <Button type="submit" loading={form.busy}>
            {text(isLast ? 'activate.save' : 'activate.saveNext')}
          </Button>
          {onSkip !== undefined && !isLast && (
            <Button variant="default" onClick={onSkip}>
              {text('activate.skip')}
            </Button>
          )}
        </Group>
      </footer>
    </Flex>
  )
}
