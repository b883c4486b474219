import { Autocomplete } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { RefObject } from 'react'
import type { Card } from '../../../../src-main/domain/card.ts'
import { useQuery } from '../../../client/client-context.tsx'
import { text } from '../../../locales/messages.ts'

const DELAY_MS = 120

interface DriverInputProps {
  field: RefObject<HTMLInputElement | null>
  card: Pick<Card, 'projectId' | 'environment'>
  value: string
  error: string | undefined
  /** Offered before anything is typed, such as who drives the vehicle now; null if nobody is known. */
  first: string | null
  onChange: (value: string) => void
  onBlur: () => void
}

/** A driver's name, suggested from the fleet. Enter takes what is marked in the list; otherwise it submits. */
export function DriverInput({ field, card, value, error, first, onChange, onBlur }: DriverInputProps) {
  const typed = value.trim()
  const [asked] = useDebouncedValue(typed, DELAY_MS)
  const { projectId, environment } = card
  const { value: used, isPrevious } = useQuery('holders.suggest', {
    projectId,
    environment,
    kind: 'driver',
    typed: asked,
  })
  // Suggestions lag behind the typing: those for another text are not shown.
  const fitting = asked !== typed || isPrevious ? [] : (used ?? []).map(({ name }) => name)
  const offered = typed === '' ? (first === null ? [] : [first]) : fitting
  return (
    <Autocomplete
      ref={field}
      label={text('card.driver')}
      value={value}
      error={error}
      autoComplete="off"
      spellCheck={false}
      data={offered.filter((name) => name !== value)}
      filter={({ options }) => options}
      onChange={onChange}
      onBlur={onBlur}
    />
  )
}
