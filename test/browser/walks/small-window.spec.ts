import { fillEveryScreen } from '../support/full-fleet.ts'
import { fits } from '../support/look.ts'
import { unreachable } from '../support/reach.ts'
import { startReferencePortal, type ReferencePortal } from '../support/reference-portal.ts'
import { expect, goTo, rows, screenshot, test as base, type Page } from '../support/test.ts'

/** The portal of all tests of this file: with it Sync has runs, differences and changes that wait. */
const test = base.extend<object, { portal: ReferencePortal }>({
  portal: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads the fixtures' names from a pattern
    async ({}, use) => {
      const portal = await startReferencePortal(60)
      await use(portal)
      await portal.close()
    },
    { scope: 'worker' },
  ],
})
test.describe.configure({ mode: 'serial' })

/** 1280 × 800 at 200 %. */
const SMALL = { width: 640, height: 400 }

type Environment = 'sandbox' | 'production'

const PLACES: readonly (readonly [environment: Environment, place: string])[] = [
  ['sandbox', 'overview'],
  ['production', 'overview'],
  ['sandbox', 'cards'],
  ['sandbox', 'cards?search=nothing+has+this'],
  ['sandbox', 'webhook'],
  ['sandbox', 'webhook?tab=simulate'],
  ['sandbox', 'webhook?tab=inbox'],
  ['sandbox', 'webhook?tab=code'],
  ['production', 'webhook'],
  ['sandbox', 'sync'],
  ['production', 'sync'],
  ['production', 'sync?tab=drift'],
  ['production', 'sync?tab=pushes'],
  ['production', 'sync?tab=orders'],
  ['sandbox', 'activity'],
  ['sandbox', 'activity?log=control'],
  ['sandbox', 'activity?log=requests'],
  ['sandbox', 'access'],
  ...['appearance', 'service', 'sandbox', 'backup', 'data', 'projects'].map(
    (section) => ['sandbox', `settings?section=${section}`] as const,
  ),
]

const DIALOGS: readonly (readonly [environment: Environment, place: string])[] = [
  ['sandbox', 'cards?do=import'],
  ['sandbox', 'webhook?do=edit'],
  ['sandbox', 'webhook?do=rotate'],
  ['sandbox', 'webhook?do=recover'],
  ['production', 'sync?do=connect'],
  ['production', 'sync?do=schedule'],
  ['sandbox', 'access?do=create'],
  ['sandbox', 'settings?section=projects&do=create'],
]

async function open(desk: Page, environment: Environment, place: string): Promise<void> {
  await desk.goto(`${new URL(desk.url()).origin}/#/${environment}/${place}`)
  await expect(desk.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await expect(desk.locator('[aria-busy="true"]')).toHaveCount(0)
}

test('a fleet with something on every screen', ({ desk, portal }) => fillEveryScreen(desk, portal))

test('at 200 % everything on every screen can be reached, and the environment stays in sight', async ({ desk }) => {
  test.slow()
  await desk.setViewportSize(SMALL)
  const amiss: unknown[] = []
  for (const [environment, place] of PLACES) {
    await open(desk, environment, place)
    for (const part of [
      desk.getByRole('main'),
      desk.getByRole('banner'),
      desk.getByRole('navigation', { name: 'Screens' }),
    ]) {
      for (const problem of await unreachable(part)) amiss.push([environment, place, problem])
    }
    await fits(desk, place)
    await desk.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await expect(
      desk.getByText(
        environment === 'sandbox' ? 'mock cards, no provider is contacted' : 'real cards, changes go to the provider',
      ),
    ).toBeInViewport()
  }
  expect(amiss).toEqual([])
})

test('at 200 % everything of a dialog can be reached', async ({ desk }) => {
  await desk.setViewportSize(SMALL)
  const amiss: unknown[] = []
  for (const [environment, place] of DIALOGS) {
    await open(desk, environment, place)
    await expect(desk.getByRole('dialog').getByRole('button').first()).toBeVisible()
    for (const problem of await unreachable(desk.getByRole('dialog'))) amiss.push([environment, place, problem])
    await desk.keyboard.press('Escape')
    await expect(desk.getByRole('dialog')).toHaveCount(0)
  }
  expect(amiss).toEqual([])
})

test('at 200 % a card, its activation and a delivery can be read and acted on to their ends', async ({ desk }) => {
  await desk.setViewportSize(SMALL)
  await goTo(desk, 'cards?status=inactive')
  await rows(desk).first().getByRole('button').click()
  const dialog = desk.getByRole('dialog')
  for (const tab of ['Details', 'Timeline', 'Events']) {
    await dialog.getByRole('tab', { name: tab }).click()
    await expect(dialog.getByRole('tabpanel')).toBeVisible()
    await expect(dialog.locator('[aria-busy="true"]')).toHaveCount(0)
    expect(await unreachable(dialog)).toEqual([])
  }
  await goTo(desk, 'cards?status=new')
  await desk.getByRole('button', { name: 'Activate new cards' }).click()
  await expect(dialog.getByRole('textbox').first()).toBeVisible()
  expect(await unreachable(dialog)).toEqual([])
  await open(desk, 'sandbox', 'webhook')
  await rows(desk).first().getByRole('button').click()
  await expect(dialog.getByRole('button', { name: 'Resend' })).toBeVisible()
  expect(await unreachable(dialog)).toEqual([])
})

test('in a low window the wheel over a table moves the page; in a high one the page stands', async ({ desk }) => {
  await desk.setViewportSize(SMALL)
  await goTo(desk, 'cards')
  await rows(desk).first().hover()
  await desk.mouse.wheel(0, 600)
  await expect.poll(() => desk.evaluate(() => window.scrollY)).toBeGreaterThan(300)
  await screenshot(desk, 'cards-scrolled-en-light-640x400')
  await desk.setViewportSize({ width: 1280, height: 800 })
  for (const [environment, place] of PLACES) {
    await open(desk, environment, place)
    expect([place, await desk.evaluate(() => document.documentElement.scrollHeight)]).toEqual([place, 800])
  }
})

test('what is in focus in the header is seen, however far down the page one is', async ({ desk }) => {
  await desk.setViewportSize(SMALL)
  await goTo(desk, 'cards')
  await desk.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  const language = desk.getByRole('banner').getByRole('button', { name: 'Language' })
  await expect(language).not.toBeInViewport()
  await language.focus()
  await expect(language).toBeInViewport()
})

test('chosen cards have their commands in sight, and search and filters stay', async ({ desk }) => {
  for (const size of [SMALL, { width: 900, height: 700 }, { width: 1280, height: 800 }]) {
    await desk.setViewportSize(size)
    await goTo(desk, 'cards')
    const first = rows(desk).first()
    const place = async () => (await first.boundingBox())?.y
    await desk.evaluate(() => window.scrollTo(0, 0))
    const before = await place()
    await first.getByRole('checkbox').check()
    const tray = desk.getByRole('toolbar', { name: 'Selected cards' })
    await expect(tray.getByRole('button', { name: 'Disable' })).toBeInViewport()
    await expect(desk.getByRole('search').getByRole('textbox')).toBeVisible()
    // Nobody's next click meets another row than the one they looked at.
    expect(await place()).toBe(before)
    await tray.getByRole('button', { name: 'Clear' }).click()
    await expect(tray).toHaveCount(0)
    expect(await place()).toBe(before)
  }
})
