import { Box, Button, Flex, Group, Stack } from '@mantine/core'
import { useEffect } from 'react'
import type { ShownCard } from '../../../../src-main/domain/cards/at-provider.ts'
import { useTypedEnter } from '../../../components/form/typed-enter.ts'
import { text } from '../../../locales/messages.ts'
import { useCardActions } from '../card-actions.ts'
import { PhysicalCard } from '../drawer/physical-card.tsx'
import { useVehicleForm, VehicleFields } from './vehicle-form.tsx'
import styles from '../drawer/drawer.module.css'

interface ActivateFormProps {
  card: ShownCard
  isLast: boolean
  onDone: (card: ShownCard) => void
  /** Moves on to the next of a stack. */
  onSkip?: () => void
}

/** One new card: its number to compare, then plate and driver. */
export function ActivateForm({ card, isLast, onDone, onSkip }: ActivateFormProps) {
  const actions = useCardActions()
  const form = useVehicleForm(card, async (values) => {
    if (await actions.activate(card, values)) onDone(card)
  })
  const typedEnter = useTypedEnter()
  const { plateField } = form
  useEffect(() => plateField.current?.focus(), [plateField])
  return (
    <Flex
      component="form"
      direction="column"
      h="100%"
      onSubmit={form.submit}
      {...typedEnter}
      aria-label={text('activate.title')}
    >
      <div className={styles.body}>
        <PhysicalCard card={card} caption={text('activate.number.hint')} />
        <Stack gap="xl" py={20} px="xl">
          <Stack gap="md">
            <VehicleFields card={card} form={form} />
            {!isLast && (
              <Box component="span" c="dimmed" fz="xs">
                {text('activate.other')}
              </Box>
            )}
          </Stack>
        </Stack>
      </div>
      <footer className={styles.foot}>
        {!isLast && (
          <Box component="span" c="dimmed" fz="xs">
            {text('activate.enter')}
          </Box>
        )}
        <Group gap="sm" wrap="nowrap">
          <Button type="submit" loading={form.busy}>
            {text(isLast ? 'activate.save' : 'activate.saveNext')}
          </Button>
          {!isLast && (
            <Button variant="default" onClick={onSkip}>
              {text('activate.skip')}
            </Button>
          )}
        </Group>
      </footer>
    </Flex>
  )
}
