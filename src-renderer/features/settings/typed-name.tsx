import { TextInput } from '@mantine/core'
import { text } from '../../locales/messages.ts'

/** Asks to type a name, so that nothing is lost by a slip. */
export function TypedName({
  name,
  value,
  onChange,
}: {
  name: string
  value: string
  onChange: (value: string) => void
}) {
  return (
    <TextInput
      data-autofocus
      label={text('settings.type', { name })}
      value={value}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
