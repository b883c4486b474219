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
  // A driver leads to a page on the screen; on paper there is nothing to press.
  await expect(desk.locator('td svg').and(desk.locator('a svg, button svg')).first()).toBeHidden()
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
  // "Just now" says nothing on paper.
  const changed = card.locator('time[data-day]').last()
  const shown = await changed.evaluate((time) => getComputedStyle(time, '::after').content)
  expect(shown).toMatch(/\d{1,2} \w+ \d{4}, \d\d:\d\d/)
  await expect(changed).toHaveCSS('font-size', '0px')
})

test('a job’s result is printed without its message, and what ends without what is pressed', async ({ desk }) => {
  await goTo(desk, 'cards?expiring=all')
  await settled(desk)
  await desk.emulateMedia({ media: 'print' })
  await expect(rows(desk).first()).toBeVisible()
  await expect(
    rows(desk)
      .first()
      .getByRole('button', { name: /^Choose card/ }),
  ).toBeHidden()
  await expect(desk.getByRole('combobox')).toHaveCount(0)
  await desk.emulateMedia({ media: null })
  await goTo(desk, 'cards?status=active')
  await rows(desk).first().getByRole('checkbox').check()
  await desk.getByRole('toolbar', { name: 'Selected cards' }).getByRole('button', { name: 'Disable' }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Disable 1 card' }).click()
  const message = desk.getByText('1 card disabled.')
  await expect(message).toBeVisible()
  await desk.getByRole('region', { name: 'Jobs' }).getByRole('button', { name: 'Open result' }).click()
  await expect(desk.getByRole('dialog').getByRole('row')).toHaveCount(2)
  await desk.emulateMedia({ media: 'print' })
  await expect(desk.getByRole('dialog').getByRole('row').last()).toBeVisible()
  await expect(message).toBeHidden()
})
