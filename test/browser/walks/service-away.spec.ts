import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { seriousViolations } from '../support/axe.ts'
import { expect, goTo, rows, screenshot, test, type Page } from '../support/test.ts'

const SCREENS = ['Overview', 'Cards', 'Webhook', 'Sync', 'Activity', 'API access', 'Settings'] as const
const SCRIPTS = readdirSync(resolve(import.meta.dirname, '../../../out/renderer/assets')).filter((name) =>
  name.endsWith('.js'),
)

const rail = (page: Page, screen: string) =>
  page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: screen })
const title = (page: Page, screen: string) => page.getByRole('heading', { name: screen, level: 1 })
const notLoaded = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'This part of the app could not be loaded' })
const lost = (page: Page) => page.getByText('Connection to the service lost')

/** The scripts of the app that this page does not have yet. */
async function missing(page: Page): Promise<string[]> {
  const here = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1) ?? ''),
  )
  return SCRIPTS.filter((name) => !here.includes(name))
}

test('a page that was once open has all of its screens while the service is away', async ({ page, service }) => {
  await page.goto(await service.link())
  await expect(title(page, 'Overview')).toBeVisible()
  await expect.poll(() => missing(page)).toEqual([])
  await service.stop()
  await expect(lost(page)).toBeVisible()
  for (const screen of SCREENS) {
    await rail(page, screen).click()
    await expect(title(page, screen)).toBeVisible()
    await expect(notLoaded(page)).toHaveCount(0)
  }
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeVisible()
  await page.keyboard.press('Escape')
  await service.start()
  await expect(lost(page)).toBeHidden({ timeout: 20_000 })
  await rail(page, 'Cards').click()
  await expect(rows(page)).toHaveCount(48)
})

test('a screen not fetched before the service went away says so, and appears once the service is back', async ({
  page,
  service,
}) => {
  // As on a page that had no time to fetch it.
  await page.route(/webhook-screen-.*\.js/, (route) => route.abort())
  await page.goto(await service.link())
  await expect(title(page, 'Overview')).toBeVisible()
  await service.stop()
  await expect(lost(page)).toBeVisible()
  await rail(page, 'Webhook').click()
  await expect(notLoaded(page)).toBeVisible()
  await expect(notLoaded(page)).toContainText('Nothing is lost')
  expect(await seriousViolations(page)).toEqual([])
  await screenshot(page, 'not-loaded-en-light-1280x800')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(notLoaded(page)).toBeVisible()
  // The frame is whole: another screen is a click away.
  await rail(page, 'Overview').click()
  await expect(title(page, 'Overview')).toBeVisible()
  await rail(page, 'Webhook').click()
  await expect(notLoaded(page)).toBeVisible()
  await page.unrouteAll()
  await service.start()
  // Nobody presses anything.
  await expect(title(page, 'Webhook')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('tab', { name: 'Simulate' })).toBeVisible()
})

test('a drawer and a chart that cannot be fetched say so in their place, and appear on retry', async ({
  page,
  service,
}) => {
  await page.route(/(?:card-drawer|charts)-.*\.js/, (route) => route.abort())
  await page.goto(await service.link())
  await expect(page.getByRole('region', { name: 'Cards by status' }).getByRole('alert')).toContainText(
    'could not be loaded',
  )
  // Its words and numbers need no chart.
  await expect(
    page.getByRole('region', { name: 'Cards by status' }).getByRole('link', { name: /^Active 34/ }),
  ).toBeVisible()
  expect(await seriousViolations(page)).toEqual([])
  await goTo(page, 'cards?sort=cardNumber')
  await rows(page).first().getByRole('button').click()
  const dialog = page.getByRole('dialog')
  await expect(notLoaded(page)).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toHaveCount(0)
  await rows(page).nth(1).getByRole('button').click()
  await expect(notLoaded(page)).toBeVisible()
  await page.unrouteAll()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('dialog').getByRole('tab', { name: 'Timeline' })).toBeVisible()
  await page.keyboard.press('Escape')
  await goTo(page, 'overview')
  await expect(page.getByRole('region', { name: 'Cards by status' }).locator('svg.recharts-surface')).toBeVisible()
})

test('a screen that cannot be rendered affects nothing else, and is retried with new answers', async ({
  page,
  service,
}) => {
  await page.route('**/bridge/call/overview.get', (route) =>
    route.fulfill({ json: { ok: true, value: { cards: null } } }),
  )
  await page.goto(await service.link())
  const broken = page.getByRole('alert').filter({ hasText: 'This part of the screen stopped working' })
  await expect(broken.first()).toBeVisible()
  await rail(page, 'Cards').click()
  await expect(rows(page)).toHaveCount(48)
  await rail(page, 'Overview').click()
  await expect(broken.first()).toBeVisible()
  await page.unrouteAll()
  await broken.first().getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('link', { name: /^Active 34/ }).first()).toBeVisible()
})
