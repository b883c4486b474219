import { Box } from '@mantine/core'
import type { ErrorWords } from '../../client/error-words.ts'

/** A refusal's words; the service's English message gets its own line, marked as English. */
export function ErrorText({ words }: { words: ErrorWords | string }) {
  if (typeof words === 'string') return words
  if (words.service === null) return words.text
  return (
    <>
      {words.text}
      <Box component="span" display="block" mt={2} c="dimmed" lang="en">
        {words.service}
      </Box>
    </>
  )
}

/** The same for a field's `error`, which may be null. */
export function fieldError(words: ErrorWords | null) {
  return words === null ? null : <ErrorText words={words} />
}
