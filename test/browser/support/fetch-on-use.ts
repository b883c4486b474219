import type { BrowserContext } from '@playwright/test'

/**
 * Has pages fetch each part of the app when it is first shown, as on a computer that is never idle: to fetch all of
 * them takes a fourth of a load, and each test shows few.
 */
export function fetchOnUse(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
}
