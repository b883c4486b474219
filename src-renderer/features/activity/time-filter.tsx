import { Box, Button, Group, SimpleGrid, TextInput } from '@mantine/core'
import { PopoverChip } from '../../components/form/popover-chip.tsx'
import { formatCalendarDate, text } from '../../locales/messages.ts'
import { daysAgo, PERIODS } from './period.ts'

interface TimeFilterProps {
  /** Calendar days in the person's own time zone, both included; null is open. */
  from: string | null
  to: string | null
  onChange: (period: { from: string | null; to: string | null }) => void
}

/** Narrows to a period, by its name or from one day to another. */
export function TimeFilter({ from, to, onChange }: TimeFilterProps) {
  return (
    <PopoverChip
      name={text('activity.filter.time')}
      width={300}
      chosen={
        from === null && to === null ? null : (
          <Box component="span" fw={600}>
            {periodWords(from, to)}
          </Box>
        )
      }
      onRemove={() => onChange({ from: null, to: null })}
    >
      {(close) => (
        <>
          <SimpleGrid cols={2} spacing="xs">
            {PERIODS.map(({ name, first, last }) => (
              <Button
                key={name}
                variant="default"
                size="xs"
                onClick={() => {
                  close()
                  onChange({ from: daysAgo(first), to: daysAgo(last) })
                }}
              >
                {text(`time.${name}`)}
              </Button>
            ))}
          </SimpleGrid>
          <Group grow gap="xs" mt="sm">
            <TextInput
              type="date"
              size="xs"
              label={text('time.from')}
              value={from ?? ''}
              max={to ?? undefined}
              onChange={(event) => onChange({ from: event.currentTarget.value || null, to })}
            />
            <TextInput
              type="date"
              size="xs"
              label={text('time.to')}
              value={to ?? ''}
              min={from ?? undefined}
              onChange={(event) => onChange({ from, to: event.currentTarget.value || null })}
            />
          </Group>
        </>
      )}
    </PopoverChip>
  )
}

function periodWords(from: string | null, to: string | null): string {
  const period = PERIODS.find(({ first, last }) => from === daysAgo(first) && to === daysAgo(last))
  if (period !== undefined) return text(`time.${period.name}`)
  if (from === to && from !== null) return formatCalendarDate(from)
  return [from, to].map((day) => (day === null ? '…' : formatCalendarDate(day))).join(' – ')
}
