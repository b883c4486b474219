import { Button, Group } from '@mantine/core'
import { CARD_REASONS, type CardReason } from '../../../src-main/domain/cards/card-reason.ts'
import { text } from '../../locales/messages.ts'

/** *Replaced* belongs to the handover, which knows the other card. */
const OFFERED = CARD_REASONS.filter((reason) => reason !== 'replaced')

interface ReasonChipsProps {
  chosen?: CardReason | null
  disabled?: boolean
  onChoose: (reason: CardReason) => void
}

/** The reasons of a block, one press each. */
export function ReasonChips({ chosen, disabled = false, onChoose }: ReasonChipsProps) {
  return (
    <Group gap="xs" role="group" aria-label={text('cards.filter.reason')}>
      {OFFERED.map((reason) => (
        <Button
          key={reason}
          variant={chosen === reason ? 'filled' : 'default'}
          size="compact-sm"
          radius="xl"
          disabled={disabled}
          aria-pressed={chosen === undefined ? undefined : chosen === reason}
          onClick={() => onChoose(reason)}
        >
          {text(`card.reason.${reason}`)}
        </Button>
      ))}
    </Group>
  )
}
