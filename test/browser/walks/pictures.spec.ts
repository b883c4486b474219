import { pathToFileURL } from 'node:url'
import { resolve } from 'node:path'
import { startBuiltService, type BuiltService } from '../support/built-service.ts'
import { fillEveryScreen } from '../support/full-fleet.ts'
import { picture } from '../support/pictures.ts'
import { startReferencePortal } from '../support/reference-portal.ts'
import { callService, expect, goTo, openCards, rows, test as base, type Page } from '../support/test.ts'

/** Relative times and the demo's expiry dates are the same in every run. */
const STARTED = Date.parse('2026-03-12T08:40:00Z')
const LOOKED = STARTED + 20.5 * 60_000
const FIXED = {
  FUELCARD_TEST_TIME: String(STARTED),
  NODE_OPTIONS: `--import ${pathToFileURL(resolve(import.meta.dirname, '../support/fixed-time.js')).href}`,
}
const EXPORT = resolve(import.meta.dirname, '../../../resources/samples/provider-export-en.csv')

const test = base.extend<object, { fixed: BuiltService }>({
  fixed: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads the fixtures' names from a pattern
    async ({}, use) => {
      const service = await startBuiltService([], FIXED)
      await use(service)
      await service.dispose()
    },
    { scope: 'worker' },
  ],
  service: async ({ fixed }, use) => use(fixed),
})

const clockOf = async (page: Page) => ((await callService(page, 'clock.show', {})) as { now: string }).now
const dialog = (page: Page) => page.getByRole('dialog')
const openFirst = async (page: Page) => {
  await rows(page).first().getByRole('button').first().click()
  await expect(dialog(page).getByRole('heading').first()).toBeVisible()
}

test('every picture of the guide shows the app as it is', async ({ page, service }) => {
  test.slow()
  await page.clock.setFixedTime(LOOKED)
  await page.goto(await service.link())
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  // The overview asks for a name until it hears of one.
  const ask = page.getByRole('region', { name: 'Your name' })
  await expect(ask).toBeVisible()
  await callService(page, 'profile.update', { name: 'Ruth Adler' })
  await expect(ask).toHaveCount(0)
  for (const scheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await goTo(page, 'overview')
    await picture(page, scheme === 'light' ? 'overview' : 'overview-dark')
  }
  await openCards(page)
  await goTo(page, 'cards')
  await picture(page, 'cards')

  await goTo(page, 'cards?status=active&sort=cardNumber')
  await openFirst(page)
  await picture(page, 'card')
  await page.keyboard.press('Escape')
  await rows(page).first().getByRole('button').first().focus()
  await page.keyboard.press('d')
  await dialog(page).getByRole('textbox').fill('Reported lost by the driver')
  await picture(page, 'disable')
  await page.reload()

  await goTo(page, 'cards?status=new&sort=cardNumber')
  await rows(page).first().getByRole('button').first().focus()
  await page.keyboard.press('a')
  await dialog(page).getByRole('textbox').first().fill('b-fl 2041')
  await expect(dialog(page).getByText('B-FL 2041').first()).toBeVisible()
  await picture(page, 'activate')
  await page.reload()

  await goTo(page, 'cards?status=active&sort=cardNumber')
  await page.getByRole('checkbox', { name: 'Select every card on this page' }).check()
  await page.getByRole('button', { name: 'Disable', exact: true }).click()
  await expect(dialog(page).getByText(/cards will be disabled/)).toBeVisible()
  await picture(page, 'bulk')
  await page.reload()

  await goTo(page, 'cards?do=import')
  await page.locator('input[type="file"]').setInputFiles(EXPORT)
  await expect(dialog(page).getByText('would be created', { exact: true })).toBeVisible()
  await picture(page, 'import')
  await page.reload()

  const portal = await startReferencePortal(60, FIXED)
  try {
    await fillEveryScreen(page, portal)
    await callService(page, 'backup.now', {})
    for (const [name, place, environment] of [
      ['differences', 'sync?tab=drift', 'production'],
      ['webhook', 'webhook', 'sandbox'],
      ['access', 'access', 'sandbox'],
      ['activity', 'activity', 'sandbox'],
      ['backup', 'settings?section=backup', 'sandbox'],
    ] as const) {
      await goTo(page, place, environment)
      if (name === 'activity') await expect(page.getByText('Chain verified')).toBeVisible()
      await picture(page, name)
    }
  } finally {
    await portal.close()
  }

  const [project] = (await callService(page, 'projects.list', {})) as { id: string }[]
  const me = (await callService(page, 'profile.get', {})) as { id: string }
  await callService(page, 'people.update', { personId: me.id, email: 'ruth@fleet.example' })
  await callService(page, 'credentials.setPassword', { password: 'lanterne dix-sept brouette' })
  for (const [name, role] of [
    ['Mia Brandt', 'manager'],
    ['Jonas Weber', 'clerk'],
  ]) {
    await callService(page, 'people.invite', {
      name,
      email: `${name?.split(' ')[0]?.toLowerCase()}@fleet.example`,
      memberships: [{ projectId: project?.id, role }],
    })
    // Who came in the same millisecond, which is a long one here, would stand in an order of chance.
    const came = await clockOf(page)
    await expect.poll(() => clockOf(page)).not.toBe(came)
  }
  await goTo(page, 'people')
  await page.getByRole('button', { name: 'Open Mia Brandt' }).click()
  await expect(dialog(page).getByText('Not signed in anywhere.')).toBeVisible()
  await picture(page, 'people')
})
