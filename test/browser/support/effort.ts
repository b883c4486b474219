import type { Page } from '@playwright/test'

/** What a person has done since: clicks, and keys as they are pressed. */
export interface Effort {
  clicks: number
  keys: number
}

/** Counts the real clicks and keys that reach the page from here on; call what it returns for the sum. */
export async function countEffort(page: Page): Promise<() => Promise<Effort>> {
  await page.evaluate(() => {
    const effort = { clicks: 0, keys: 0 }
    addEventListener('pointerdown', () => void (effort.clicks += 1), { capture: true })
    addEventListener('keydown', ({ isTrusted }) => void (effort.keys += Number(isTrusted)), { capture: true })
    Object.assign(globalThis, { effort })
  })
  return () => page.evaluate(() => (globalThis as unknown as { effort: Effort }).effort)
}
