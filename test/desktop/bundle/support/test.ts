import { expect, test as base, type Page } from '@playwright/test'
import { newHome, removeHome, startDesk, type Desk, type DeskOptions } from './desk.ts'

export { expect } from '@playwright/test'
export type { Page } from '@playwright/test'
export type { Desk } from './desk.ts'

interface Fixtures {
  /** Starts the app; it ends with the test, and its folders go with it. */
  start: (options?: DeskOptions) => Desk
}

interface WorkerFixtures {
  /** Each file says its own name: Playwright gives a worker, and so an app, only to files that say the same. */
  file: string
  /** One app for all the tests of a file that leave it as it was. */
  desk: Desk
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  file: ['', { option: true, scope: 'worker' }],
  desk: [
    async ({ browser, file }, use) => {
      if (file === '') throw new Error('A file of tests says its name: test.use({ file: import.meta.filename })')
      const home = newHome()
      const desk = startDesk(browser, { home, words: ['--port=0'] })
      await desk.page()
      await use(desk)
      await desk.quit()
      removeHome(home)
    },
    { scope: 'worker' },
  ],
  start: async ({ browser }, use) => {
    const started: Desk[] = []
    await use((options) => {
      const desk = startDesk(browser, options)
      started.push(desk)
      return desk
    })
    for (const desk of started) {
      desk.kill('SIGKILL')
      await desk.ended
      removeHome(desk.home)
    }
  },
})

/** The rows of the table, without its heading. */
export const rows = (page: Page) => page.getByRole('table').locator('tbody tr')

/** Goes on to the cards, from wherever the app has opened; the demo fleet is there. */
export async function showCards(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Cards' }).click()
  await expect(rows(page)).toHaveCount(48)
}

/** Goes to a place of the app by its address, such as `/sandbox/cards?status=active`. */
export async function goTo(page: Page, place: string): Promise<void> {
  await page.evaluate((to) => {
    window.location.hash = to
  }, `#${place}`)
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}
