import { expect, goTo, rows, settled, test } from './support/test.ts'

// The tab serves the next test as well.
test.afterEach(({ desk }) => desk.emulateMedia({ media: null, colorScheme: null }))

test('a list is printed with all its rows and without what only acts', async ({ desk }) => {
  await goTo(desk, 'cards')
  await settled(desk)
  await desk.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(desk.getByRole('navigation')).toBeHidden()
  await expect(desk.getByRole('search')).toBeHidden()
  await expect(desk.getByText('mock cards, no provider is contacted')).toBeVisible()
  const last = rows(desk).last()
  // Nothing scrolls on paper: the last row lies on the page itself.
  const [below, height] = [await last.boundingBox(), await desk.evaluate(() => document.documentElement.scrollHeight)]
  expect((below?.y ?? 0) + (below?.height ?? 0)).toBeLessThanOrEqual(height)
  expect(
    await desk.evaluate(() =>
      [...document.querySelectorAll('main *')].some((box) => getComputedStyle(box).overflowY === 'auto'),
    ),
  ).toBe(false)
  await expect(last).toHaveCSS('color', 'rgb(0, 0, 0)')
  await expect(desk.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
})

test('an open card is printed alone', async ({ desk }) => {
  await goTo(desk, 'cards?status=active')
  await settled(desk)
  await rows(desk).first().locator('[data-card]').click()
  const card = desk.getByRole('dialog')
  await expect(card.getByRole('button', { name: 'Disable' })).toBeVisible()
  await settled(desk)
  await desk.emulateMedia({ media: 'print' })
  await expect(rows(desk).first()).toBeHidden()
  await expect(card).toBeVisible()
  await expect(card.getByRole('button', { name: 'Disable' })).toBeHidden()
})
