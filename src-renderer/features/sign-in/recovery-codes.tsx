import { CopyButton } from '../../components/button/copy-button.tsx'
import { text } from '../../locales/messages.ts'
import styles from './recovery-codes.module.css'

/** Recovery codes, shown this once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <>
      <p>{text('recovery.text')}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <span className={styles.copy}>
        <CopyButton value={codes.join('\n')} /> {text('recovery.copy')}
      </span>
    </>
  )
}
