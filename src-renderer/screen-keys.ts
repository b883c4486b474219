import { useHotkeys } from '@mantine/hooks'
import { keysAreLive } from './layers.ts'

/** What this machine's keyboard calls the key of commands. */
export const COMMAND_KEY = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'

/** Keys that act anywhere on the screen, except in a field, a menu, or below a layer. */
export function useScreenKeys(keys: Readonly<Record<string, () => void>>): void {
  useHotkeys(
    Object.entries(keys).map(([key, act]) => [
      key,
      (event) => {
        if (!keysAreLive(event.target)) return
        event.preventDefault()
        act()
      },
      { preventDefault: false },
    ]),
  )
}
