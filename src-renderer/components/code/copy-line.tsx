import { CopyButton } from '../button/copy-button.tsx'
import styles from './copy-line.module.css'

interface CopyLineProps {
  label: string
  /** Null where there is nothing to copy; `nothing` says why. */
  value: string | null
  hint?: string
  nothing?: string
}

/** A named value in a program's own letters, with a button that copies it. */
export function CopyLine({ label, value, hint, nothing }: CopyLineProps) {
  return (
    <div className={styles.line}>
      <span className={styles.label}>{label}</span>
      <div className={styles.field}>
        {value === null ? <span className={styles.nothing}>{nothing}</span> : <code>{value}</code>}
        {value !== null && <CopyButton value={value} />}
      </div>
      {hint !== undefined && <span className={styles.hint}>{hint}</span>}
    </div>
  )
}
