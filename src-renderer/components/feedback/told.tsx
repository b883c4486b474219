import type { ErrorWords } from '../../client/error-words.ts'
import styles from './told.module.css'

/** A refusal's words; what the service has said in English alone stands in a line of its own, marked as English. */
export function Told({ words }: { words: ErrorWords | string }) {
  if (typeof words === 'string') return words
  if (words.service === null) return words.text
  return (
    <>
      {words.text}
      <span className={styles.service} lang="en">
        {words.service}
      </span>
    </>
  )
}

/** The same where a field may have no problem: for a field's `error`. */
export function toldOn(words: ErrorWords | null) {
  return words === null ? null : <Told words={words} />
}
