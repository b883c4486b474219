import { Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Icon, type IconName } from '../../components/icon.tsx'
import { text, type MessageKey } from '../../locales/messages.ts'
import styles from './shell.module.css'

/** The screens in the order of the rail; a new screen is one line here. */
const SCREENS = [{ id: 'cards', label: 'cards.title', icon: 'cards' }] as const satisfies readonly { id: string; label: MessageKey; icon: IconName }[]

export function Navigation() {
  // As in tokens.css: below this width the rail shows icons alone, and the words as tooltips.
  const isNarrow = useMediaQuery('(max-width: 999px)')
  return (
    <nav className={styles.rail} aria-label={text('app.navigation')}>
      <ul>
        {SCREENS.map((screen) => (
          <li key={screen.id}>
            <Tooltip label={text(screen.label)} position="right" disabled={!isNarrow}>
              <a className={styles.link} href={`#${screen.id}`} aria-current="page">
                <Icon name={screen.icon} />
                <span className={styles.word}>{text(screen.label)}</span>
              </a>
            </Tooltip>
          </li>
        ))}
      </ul>
    </nav>
  )
}
