import { Icon } from '../../components/icon.tsx'
import { text } from '../../locales/messages.ts'
import styles from './settings.module.css'

/** Why a setting cannot be changed here. */
export function FixedNote() {
  return (
    <span className={styles.fixed}>
      <Icon name="terminal" size={14} />
      {text('settings.fixed')}
    </span>
  )
}
