import type { ErrorWords } from '../../client/error-words.ts'
import { Icon } from '../icon.tsx'
import { ErrorText } from './error-text.tsx'
import styles from '../overlay/form-dialog.module.css'

/** What the service refused, beside the button that asked for it; announced to screen readers. */
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
