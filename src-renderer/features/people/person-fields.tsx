import { TextInput } from '@mantine/core'
import type { CrossedError } from '../../../src-preload/contract.ts'
import { fieldWords } from '../../client/error-words.ts'
import { fieldError } from '../../components/feedback/error-text.tsx'
import { text } from '../../locales/messages.ts'

export interface PersonWords {
  name: string
  email: string
}

interface PersonFieldsProps {
  words: PersonWords
  error: CrossedError | null
  /** Once somebody tried to go on, what is missing is said. */
  judged: boolean
  emailNeeded?: boolean
  /** The name takes the focus. */
  first?: boolean
  onChange: (words: PersonWords) => void
}

/** A name and an e-mail address. */
export function PersonFields({ words, error, judged, emailNeeded = true, first = true, onChange }: PersonFieldsProps) {
  return (
    <>
      <TextInput
        data-autofocus={first || undefined}
        label={text('people.name')}
        description={text('people.name.hint')}
        value={words.name}
        maxLength={100}
        autoComplete="off"
        error={
          judged && words.name.trim() === '' ? text('people.name.required') : fieldError(fieldWords(error, 'name'))
        }
        onChange={({ currentTarget }) => onChange({ ...words, name: currentTarget.value })}
      />
      <TextInput
        type="email"
        label={text('people.email')}
        description={text('people.email.hint')}
        value={words.email}
        maxLength={254}
        autoComplete="off"
        spellCheck={false}
        error={
          judged && emailNeeded && words.email.trim() === ''
            ? text('people.email.required')
            : fieldError(fieldWords(error, 'email'))
        }
        onChange={({ currentTarget }) => onChange({ ...words, email: currentTarget.value })}
      />
    </>
  )
}
