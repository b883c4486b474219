import { Permitted } from '../../../components/button/permitted.tsx'
import { Button, Group, NativeSelect, NumberInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { plural, text } from '../../../locales/messages.ts'

const HOUR_MS = 3_600_000
const UNITS = { hours: HOUR_MS, days: 24 * HOUR_MS } as const
type Unit = keyof typeof UNITS
/** As the service allows: ten years in one step. */
const MOST: Record<Unit, number> = { hours: 87_600, days: 3_650 }

/** Advances by any number of hours or days. */
export function AdvanceForm({ busy, onAdvance }: { busy: boolean; onAdvance: (ms: number) => void }) {
  const [count, setCount] = useState(7)
  const [unit, setUnit] = useState<Unit>('days')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (count >= 1) onAdvance(Math.trunc(count) * UNITS[unit])
  }
  return (
    <Group component="form" gap="sm" onSubmit={submit}>
      <NumberInput
        aria-label={text('settings.clock.count')}
        w="6rem"
        value={count}
        min={1}
        max={MOST[unit]}
        allowDecimal={false}
        allowNegative={false}
        onChange={(next) => setCount(Number(next))}
      />
      <NativeSelect
        aria-label={text('settings.clock.unit')}
        data={[
          { value: 'hours', label: text('settings.unit.hours') },
          { value: 'days', label: text('settings.unit.days') },
        ]}
        value={unit}
        onChange={({ currentTarget }) => setUnit(currentTarget.value === 'hours' ? 'hours' : 'days')}
      />
      <Permitted call="clock.advance">
        <Button type="submit" loading={busy} disabled={count < 1}>
          {text('settings.clock.do', { span: plural(`settings.${unit}`, count) })}
        </Button>
      </Permitted>
    </Group>
  )
}
