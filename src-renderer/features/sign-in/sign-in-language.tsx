import { NativeSelect } from '@mantine/core'
import { chooseLanguage, LANGUAGE_CODES, LANGUAGES, useLanguage } from '../../locales/language.ts'
import { text } from '../../locales/messages.ts'

/** The language of this page alone: nobody is signed in whose choice could be stored. */
export function SignInLanguage() {
  const { language } = useLanguage()
  return (
    <NativeSelect
      size="xs"
      aria-label={text('language')}
      value={language}
      data={LANGUAGE_CODES.map((code) => ({ value: code, label: LANGUAGES[code] }))}
      onChange={(event) => {
        const chosen = LANGUAGE_CODES.find((code) => code === event.currentTarget.value)
        // If its texts cannot be fetched, the current language stays.
        if (chosen !== undefined) chooseLanguage(chosen).catch(() => {})
      }}
    />
  )
}
