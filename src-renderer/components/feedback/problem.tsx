import type { ErrorWords } from '../../client/error-words.ts'
import { Icon } from '../icon.tsx'
import { ErrorText } from './error-text.tsx'
import styles from '../overlay/form-dialog.module.css'

/** The service's refusal, next to the button that caused it; announced to screen readers. */
export function Problem({ words }: { words: ErrorWords | string | null }) {
  if (words === null) return null
  return (
    <p className={styles.problem} role="alert">
      <Icon name="alert" size={16} />
      <span>
        <ErrorText words={words} />
      </span>
    </p>
  )
}
