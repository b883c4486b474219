import { CopyButton } from '../button/copy-button.tsx'
import styles from './command-line.module.css'

/** A command to run in a terminal, ready to copy. */
export function CommandLine({ command }: { command: string }) {
  return (
    <div className={styles.command}>
      {/* Lines break before an option, never inside one. */}
      <code>
        {command.split(/ (?=--)/).map((part) => (
          <span key={part}>{part} </span>
        ))}
      </code>
      <CopyButton value={command} />
    </div>
  )
}
