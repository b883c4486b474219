import { useHotkeys } from '@mantine/hooks'
import { keysAreLive } from './layers.ts'

/** Keys that act from anywhere on the screen, save from a field, a menu, or below what lies over it. */
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
