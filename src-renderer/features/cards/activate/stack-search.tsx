import { TextInput, VisuallyHidden } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { Icon } from '../../../components/icon.tsx'
import { text } from '../../../locales/messages.ts'

/** The most digits of a card number. */
const LONGEST = 20

/** Goes to a card that a person holds: a scanner types its number, or the person its last digits, and Enter. */
export function StackSearch({ onFind }: { onFind: (digits: string) => Promise<boolean> }) {
  const [typed, setTyped] = useState('')
  const [missed, setMissed] = useState(false)
  const digits = typed.replaceAll(/\D/g, '')
  const find = async () => {
    const found = await onFind(digits)
    setMissed(!found)
    if (found) setTyped('')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (digits !== '') void find()
  }
  return (
    <form onSubmit={submit} role="search">
      <TextInput
        size="xs"
        w="9.5rem"
        aria-label={text('activate.find')}
        placeholder={missed ? text('activate.find.none') : text('activate.find')}
        title={missed ? text('activate.find.none') : undefined}
        error={missed}
        leftSection={<Icon name="search" size={14} />}
        value={typed}
        maxLength={LONGEST}
        inputMode="numeric"
        autoComplete="off"
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setMissed(false)
        }}
      />
      <VisuallyHidden role="alert">{missed && text('activate.find.none')}</VisuallyHidden>
    </form>
  )
}
