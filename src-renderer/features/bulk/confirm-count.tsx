import { TextInput } from '@mantine/core'
import { text } from '../../locales/messages.ts'

interface ConfirmCountProps {
  count: number
  value: string
  onChange: (value: string) => void
  hint?: string
}

/**
 * In production, a person types the number of cards: knowing it proves that they know where they are. A single card is
 * exempt.
 */
export function ConfirmCount({ count, value, onChange, hint }: ConfirmCountProps) {
  if (count <= 1) return null
  return (
    <TextInput
      label={text('bulk.confirm', { count: String(count) })}
      description={hint ?? text('bulk.confirm.hint')}
      inputMode="numeric"
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** Whether the count was typed; for a single card it need not be. */
export function isConfirmed(count: number, value: string): boolean {
  return count <= 1 || value.replaceAll(/[\s.,’'  ]/g, '') === String(count)
}
