import { Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { MouseEvent } from 'react'
import type { EnvironmentName, ProjectScope } from '../../../src-main/domain/environment-name.ts'
import { hashOf } from '../../address.ts'
import { useAppStore } from '../../app-store.ts'
import { useQuery } from '../../client/client-context.tsx'
import { Icon } from '../../components/icon.tsx'
import { text } from '../../locales/messages.ts'
import type { RailScreen, ScreenName } from '../../place.ts'
import { useScreens } from './use-screens.ts'
import { waitingOn, type Waiting } from './waiting.ts'
import styles from './shell.module.css'

/** The screens, each with a dot while something waits there. */
export function Navigation({ projectId, environment }: { projectId: string | null; environment: EnvironmentName }) {
  return projectId === null ? (
    <Rail environment={environment} />
  ) : (
    <MarkedRail projectId={projectId} environment={environment} />
  )
}

function MarkedRail(place: ProjectScope) {
  const { value } = useQuery('overview.get', place)
  const approvals = useQuery('approvals.waiting', { projectId: place.projectId }).value?.count ?? 0
  return <Rail environment={place.environment} waiting={waitingOn(value?.attention ?? [], approvals)} />
}

function Rail({ environment, waiting }: { environment: EnvironmentName; waiting?: ReadonlyMap<RailScreen, Waiting> }) {
  // As in tokens.css: below this width the rail shows icons alone, and the words as tooltips.
  const isNarrow = useMediaQuery('(max-width: 999px)')
  const screens = useScreens()
  const current = useAppStore((state) => state.screen)
  const projectId = useAppStore((state) => state.projectId)
  const go = (event: MouseEvent, screen: RailScreen) => {
    // With a modifier key, the browser opens a new tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    useAppStore.getState().open(screen)
  }
  return (
    <nav className={styles.rail} aria-label={text('app.navigation')}>
      <ul>
        {screens.map((screen) => {
          const mark = waiting?.get(screen)
          const words = [...(isNarrow ? [text(`${screen}.title`)] : []), ...(mark?.words ?? [])]
          return (
            <li key={screen}>
              <Tooltip label={words.join(' · ')} position="right" disabled={words.length === 0}>
                <a
                  className={styles.link}
                  href={hashOf({ projectId, environment, screen, params: {} })}
                  aria-current={screen === railOf(current) ? 'page' : undefined}
                  aria-describedby={mark === undefined ? undefined : `waits-${screen}`}
                  onClick={(event) => go(event, screen)}
                >
                  <Icon name={screen} />
                  <span className={styles.word}>{text(`${screen}.title`)}</span>
                  {mark !== undefined && (
                    <span className={styles.waits} style={{ background: `var(--status-${mark.tone}-ink)` }} />
                  )}
                </a>
              </Tooltip>
              {mark !== undefined && (
                <span id={`waits-${screen}`} hidden>
                  {mark.words.join('. ')}
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** The pages of a driver and of a vehicle belong to the cards. */
function railOf(screen: ScreenName): RailScreen {
  return screen === 'driver' || screen === 'vehicle' ? 'cards' : screen
}
