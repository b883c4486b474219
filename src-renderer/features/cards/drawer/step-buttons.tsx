import { ActionIcon, Group, Tooltip } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { Icon } from '../../../components/icon.tsx'
import { isFreeToGo } from '../../../layers.ts'
import { text } from '../../../locales/messages.ts'
import type { Steps } from '../use-steps.ts'

export type Direction = keyof Steps

interface StepButtonsProps {
  steps: Steps
  /** Where the last step led: its button keeps the focus, so that another press goes on. */
  came: Direction | null
  onStep: (direction: Direction) => void
}

/** To the cards beside this one in the list; by `k` and `j` as well, as in the list itself. */
export function StepButtons({ steps, came, onStep }: StepButtonsProps) {
  const go = (direction: Direction) => {
    const step = steps[direction]
    if (step === null) return
    onStep(direction)
    step()
  }
  const press = (direction: Direction) => isFreeToGo() && go(direction)
  useHotkeys([
    ['j', () => press('next')],
    ['k', () => press('previous')],
  ])
  const button = (direction: Direction, icon: 'chevronUp' | 'chevronDown', key: string) => {
    const label = text(`card.${direction}`)
    return (
      <Tooltip label={`${label} (${key})`}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={label}
          // Not `disabled`: at the end of the list, the focus stays.
          aria-disabled={steps[direction] === null}
          {...(steps[direction] === null ? { 'data-disabled': true } : {})}
          autoFocus={came === direction}
          onClick={() => go(direction)}
        >
          <Icon name={icon} />
        </ActionIcon>
      </Tooltip>
    )
  }
  return (
    <Group gap="xs" wrap="nowrap">
      {button('previous', 'chevronUp', 'k')}
      {button('next', 'chevronDown', 'j')}
    </Group>
  )
}
