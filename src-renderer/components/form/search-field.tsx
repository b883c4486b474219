import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { Icon } from '../icon.tsx'

const DELAY_MS = 200

interface SearchFieldProps {
  label: string
  /** Characters. */
  longest: number
  value: string
  onSearch: (search: string) => void
}

/** A search of a log: it follows the typing after a short pause. */
export function SearchField({ label, longest, value, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const [shown, setShown] = useState(value)
  // A value set from outside, such as a cleared search, shows at once.
  if (shown !== value) {
    setShown(value)
    setTyped(value)
  }
  const searchSoon = useDebouncedCallback(onSearch, DELAY_MS)
  return (
    <TextInput
      flex="1 1 10rem"
      maw="18rem"
      aria-label={label}
      placeholder={label}
      leftSection={<Icon name="search" size={16} />}
      value={typed}
      maxLength={longest}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        searchSoon(event.currentTarget.value)
      }}
    />
  )
}
