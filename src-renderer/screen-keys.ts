import { useHotkeys } from '@mantine/hooks'
import { keysAreLive } from './layers.ts'
import { text } from './locales/messages.ts'

/** What this machine's keyboard calls the key of commands. */
export function commandKey(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : text('key.control')
}

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
