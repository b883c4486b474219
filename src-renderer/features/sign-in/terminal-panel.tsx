import { Box } from '@mantine/core'
import { CommandLine } from '../../components/code/command-line.tsx'
import { Icon } from '../../components/icon.tsx'
import { text } from '../../locales/messages.ts'
import { signInCommand } from './known-folder.ts'
import styles from './signed-out-screen.module.css'

/** On a desk there is no password: a link, which only this computer's terminal can print, signs in. */
export function TerminalPanel({ why }: { why: 'none' | 'ended' | 'refused' }) {
  return (
    <main className={styles.page} data-environment="sandbox">
      <div className={styles.panel}>
        <span className={styles.name}>
          <Icon name="cards" /> {text('app.name')}
        </span>
        <h1>{text('signIn.title')}</h1>
        <p role={why === 'none' ? undefined : 'alert'}>{text(`signIn.${why}`)}</p>
        <CommandLine command={signInCommand()} />
        <Box component="p" c="dimmed" fz="sm">
          {text('signIn.note')}
        </Box>
      </div>
    </main>
  )
}
