import { seriousViolations } from './support/axe.ts'
import { lookIn } from './support/look.ts'
import { expect, goTo, openCards, rows, screenshot, test } from './support/test.ts'

test('after the sign-in the demo fleet is a click away, and the token is nowhere in the history', async ({
  page,
  service,
}) => {
  await page.goto(await service.link())
  await openCards(page)
  expect(await page.evaluate(() => window.history.length)).toBeLessThanOrEqual(3)
  await page.goBack()
  expect(page.url()).toBe(`${service.origin}/`)
  await page.goForward()
  await expect(page.getByText('48 cards')).toBeVisible()
  await expect(rows(page)).toHaveCount(48)
  await expect(page.getByText('mock cards, no provider is contacted')).toBeVisible()
})

test('a reload keeps the session', async ({ desk }) => {
  await desk.reload()
  await expect(rows(desk)).toHaveCount(48)
})

test('a part of a plate finds its cards', async ({ desk }) => {
  await expect(rows(desk)).toHaveCount(48)
  await desk.keyboard.press('/')
  await expect(desk.getByLabel('Search cards')).toBeFocused()
  await desk.keyboard.type('bfl204')
  await expect(desk.getByText('4 matches')).toBeVisible()
  await expect(rows(desk)).toHaveCount(4)
  for (const row of await rows(desk).all()) await expect(row).toContainText('B-FL 204')
  await desk.getByRole('button', { name: 'Clear search' }).click()
  await expect(rows(desk)).toHaveCount(48)
})

test('what finds nothing says so, and leads back', async ({ desk }) => {
  await desk.getByLabel('Search cards').fill('no such card')
  await expect(desk.getByRole('heading', { name: 'No matching cards' })).toBeVisible()
  await desk.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect(rows(desk)).toHaveCount(48)
  await expect(desk.getByLabel('Search cards')).toHaveValue('')
})

test('a heading sorts up, down and back', async ({ desk }) => {
  const heading = desk.getByRole('columnheader', { name: 'Driver' })
  const drivers = async () =>
    (await rows(desk).locator('td:nth-child(4)').allInnerTexts()).filter((driver) => !driver.startsWith('—'))
  await expect(rows(desk)).toHaveCount(48)
  const unsorted = await drivers()
  await heading.getByRole('button').click()
  await expect(heading).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(async () => (await drivers())[0]).toBe('Alois Gruber')
  const ascending = await drivers()
  await heading.getByRole('button').click()
  await expect(heading).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(drivers).toEqual(ascending.toReversed())
  await heading.getByRole('button').click()
  await expect(heading).toHaveAttribute('aria-sort', 'none')
  await expect.poll(drivers).toEqual(unsorted)
})

test('a filter narrows the list until it is taken away', async ({ desk }) => {
  await desk.getByRole('search').getByRole('button', { name: 'Status' }).click()
  await desk.getByRole('menuitemradio', { name: 'Inactive' }).click()
  await expect(desk.getByText('8 matches')).toBeVisible()
  for (const row of await rows(desk).all()) await expect(row).toContainText('Inactive')
  await desk.getByRole('button', { name: 'Remove the filter Status' }).click()
  await expect(desk.getByText('48 cards')).toBeVisible()
})

test('the pages of the list make up the whole', async ({ desk }) => {
  await desk.getByLabel('Rows per page').selectOption('25')
  await expect(desk.getByText('1 to 25 of 48')).toBeVisible()
  await expect(rows(desk)).toHaveCount(25)
  const first = await rows(desk).locator('th').allInnerTexts()
  await desk.getByRole('button', { name: 'Next page' }).click()
  await expect(desk.getByText('26 to 48 of 48')).toBeVisible()
  await expect(rows(desk)).toHaveCount(23)
  const second = await rows(desk).locator('th').allInnerTexts()
  expect(new Set([...first, ...second]).size).toBe(48)
  await expect(desk.getByRole('button', { name: 'Next page' })).toBeDisabled()
})

test('what is hidden for screen readers in a long list does not lengthen the page', async ({ desk }) => {
  // New cards last: their cells hold such words, far below the fold.
  await goTo(desk, 'cards?sort=createdAt')
  await expect(rows(desk)).toHaveCount(48)
  expect(await desk.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0)
})

test('while the next page is on its way, the one before stays', async ({ desk }) => {
  await expect(rows(desk)).toHaveCount(48)
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    void desk.route('**/bridge/call/cards.list', async (route) => {
      resolve()
      await new Promise<void>((go) => {
        answer = go
      })
      await route.continue()
    })
  })
  await desk.getByRole('columnheader', { name: 'Plate' }).getByRole('button').click()
  await asked
  await expect(rows(desk)).toHaveCount(48)
  await expect(desk.locator('section')).toHaveAttribute('aria-busy', 'true')
  answer()
  await expect(desk.locator('section')).toHaveAttribute('aria-busy', 'false')
  await desk.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a failure says what happened, with the request id and a way to try again', async ({ desk }) => {
  await expect(rows(desk)).toHaveCount(48)
  await desk.route('**/bridge/call/cards.list', (route) =>
    route.fulfill({
      status: 500,
      json: {
        ok: false,
        error: {
          code: 'error.internal',
          message: 'Something went wrong inside the service',
          requestId: 'a-request-id',
        },
      },
    }),
  )
  await desk.getByRole('button', { name: 'Refresh' }).click()
  await expect(desk.getByRole('alert')).toContainText('The cards could not be loaded')
  await expect(desk.getByRole('alert')).toContainText('a-request-id')
  await screenshot(desk, 'cards-error-light')
  await desk.unrouteAll()
  await desk.getByRole('button', { name: 'Try again' }).click()
  await expect(rows(desk)).toHaveCount(48)
})

test('the first load shows rows to come', async ({ desk }) => {
  await desk.route('**/bridge/call/cards.list', () => {})
  await desk.reload()
  await expect(desk.getByRole('table', { name: 'Loading cards' })).toBeVisible()
  await screenshot(desk, 'cards-skeleton-light')
})

test('production is another place, and looks it', async ({ desk }) => {
  await expect(rows(desk)).toHaveCount(48)
  await desk.getByRole('radio', { name: 'Sandbox' }).focus()
  await desk.keyboard.press('ArrowRight')
  await expect(desk.getByText('real cards, changes go to the provider')).toBeVisible()
  await expect(desk.getByRole('heading', { name: 'No cards yet' })).toBeVisible()
  await expect(rows(desk)).toHaveCount(0)
  await screenshot(desk, 'cards-production-light')
  expect(await seriousViolations(desk)).toEqual([])
})

for (const scheme of ['light', 'dark'] as const) {
  test(`nothing stands in a person's way in the ${scheme} theme`, lookIn(scheme), async ({ desk }) => {
    await desk.emulateMedia({ colorScheme: scheme })
    for (const [width, height] of [
      [1280, 800],
      [900, 700],
    ] as const) {
      await desk.setViewportSize({ width, height })
      await expect(rows(desk)).toHaveCount(48)
      await screenshot(desk, `cards-${scheme}-${width}x${height}`)
      expect(await seriousViolations(desk, scheme === 'dark' ? 'colours' : 'everything')).toEqual([])
    }
    // The page itself never scrolls sideways; the table does where it must.
    expect(await desk.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    await desk.getByRole('search').getByRole('button', { name: 'Status' }).click()
    await expect(desk.getByRole('menu')).toBeVisible()
    expect(await seriousViolations(desk, scheme === 'dark' ? 'colours' : 'everything')).toEqual([])
  })
}
