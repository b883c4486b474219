import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { PlannedAction } from '../../../../src-main/domain/cards/planned-change.ts'
import { useNow } from '../../../components/text/use-now.ts'
import '../../../locales/later-words.ts'
import { formatDay, text } from '../../../locales/messages.ts'
import { UNTIL_CHOICES, untilOf, untilTyped, type Until, type UntilName } from './until.ts'

interface UntilChoiceProps {
  /** What follows then. */
  action: PlannedAction
  /** Of many cards. */
  many?: boolean
  until: Until
  /** How far the environment's clock is ahead of the wall clock. */
  aheadMs: number
  /** There must be a time. */
  required?: boolean
  disabled?: boolean
  onChange: (until: Until) => void
}

/** Until when, one press each, and in words what happens then. */
export function UntilChoice({
  action,
  many = false,
  until,
  aheadMs,
  required = false,
  disabled = false,
  onChange,
}: UntilChoiceProps) {
  const [chosen, setChosen] = useState<UntilName | 'none' | 'other' | null>(required ? null : 'none')
  const [typed, setTyped] = useState('')
  const now = new Date(useNow() + aheadMs)
  const choose = (next: UntilName | 'none' | 'other') => {
    setChosen(next)
    onChange(next === 'none' ? null : next === 'other' ? untilTyped(typed, now) : untilOf(next, now))
  }
  const offered = UNTIL_CHOICES.filter((choice) => untilOf(choice, now) !== null)
  return (
    <Stack gap="xs">
      <Group gap="xs" role="group" aria-label={text('planned.until')}>
        {([...(required ? [] : ['none' as const]), ...offered, 'other'] as const).map((choice) => (
          <Button
            key={choice}
            variant={chosen === choice ? 'filled' : 'default'}
            size="compact-sm"
            radius="xl"
            disabled={disabled}
            aria-pressed={chosen === choice}
            onClick={() => choose(choice)}
          >
            {text(`planned.until.${choice}`)}
          </Button>
        ))}
      </Group>
      {chosen === 'other' && (
        <TextInput
          autoFocus
          type="datetime-local"
          label={text('planned.until.field')}
          value={typed}
          error={typed !== '' && until === '' ? text('problem.time_past') : null}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            onChange(untilTyped(event.currentTarget.value, now))
          }}
        />
      )}
      {until !== null && until !== '' && (
        <Text size="sm" fw={500} role="status">
          {text(`planned.will.${action}${many ? '.many' : ''}`, { time: formatDay(until) })}
        </Text>
      )}
    </Stack>
  )
}
