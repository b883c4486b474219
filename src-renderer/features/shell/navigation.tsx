import { Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { MouseEvent } from 'react'
import { hashOf } from '../../address.ts'
import { useAppStore } from '../../app-store.ts'
import { Icon } from '../../components/icon.tsx'
import { text } from '../../locales/messages.ts'
import type { RailScreen, ScreenName } from '../../place.ts'
import { useScreens } from './use-screens.ts'
import styles from './shell.module.css'

export function Navigation() {
  // As in tokens.css: below this width the rail shows icons alone, and the words as tooltips.
  const isNarrow = useMediaQuery('(max-width: 999px)')
  const screens = useScreens()
  const { screen: current, projectId, environment, open } = useAppStore()
  const go = (event: MouseEvent, screen: RailScreen) => {
    // With a modifier key, the browser opens a new tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    open(screen)
  }
  return (
    <nav className={styles.rail} aria-label={text('app.navigation')}>
      <ul>
        {screens.map((screen) => (
          <li key={screen}>
            <Tooltip label={text(`${screen}.title`)} position="right" disabled={!isNarrow}>
              <a
                className={styles.link}
                href={hashOf({ projectId, environment, screen, params: {} })}
                aria-current={screen === railOf(current) ? 'page' : undefined}
                onClick={(event) => go(event, screen)}
              >
                <Icon name={screen} />
                <span className={styles.word}>{text(`${screen}.title`)}</span>
              </a>
            </Tooltip>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Whoever is on the page of a driver or of a vehicle is among the cards. */
function railOf(screen: ScreenName): RailScreen {
  return screen === 'driver' || screen === 'vehicle' ? 'cards' : screen
}
