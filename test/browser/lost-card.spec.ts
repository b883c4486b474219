import { countEffort } from './support/effort.ts'
import { expect, goTo, rows, test, type Page } from './support/test.ts'

const drawer = (desk: Page) => desk.getByRole('dialog')
const toasts = (desk: Page) => desk.getByRole('region', { name: 'Messages' })

test('"my card is gone": found by driver and disabled with a reason in three clicks', async ({ desk }) => {
  await goTo(desk, 'cards?status=active&sort=driver')
  const driver = (await rows(desk).first().locator('[class*="driver"]').textContent()) ?? ''
  await goTo(desk, 'cards')
  const effort = await countEffort(desk)
  await desk.keyboard.press('/')
  await desk.keyboard.type(driver)
  await expect(rows(desk)).toHaveCount(1)
  await rows(desk)
    .first()
    .click({ position: { x: 400, y: 10 } })
  await drawer(desk).getByRole('button', { name: 'Disable card …' }).click()
  await drawer(desk).getByRole('button', { name: 'Lost', exact: true }).click()
  await expect(toasts(desk)).toContainText(/Card […\d\s]+ disabled/)
  const { clicks, keys } = await effort()
  expect(clicks).toBe(3)
  // The name, and the key that leads to the search.
  expect(keys).toBeLessThanOrEqual(driver.length + 1)

  const block = drawer(desk).getByRole('group', { name: 'Disabled', exact: true })
  await expect(block).toContainText('Lost')
  await expect(block).toContainText('Clerk')
  const mail = new URL((await block.getByRole('link', { name: 'Mail' }).getAttribute('href')) ?? '')
  expect(mail.searchParams.get('body')).toMatch(
    new RegExp(`^The fuel card \\d+ is disabled\\.\r\nPlate: .+\r\nDriver: ${driver}\r\nReason: Lost\r\nDisabled on `),
  )
  await desk.keyboard.press('Escape')
  await goTo(desk, 'cards?reason=lost')
  await expect(rows(desk)).toHaveCount(1)
  await expect(rows(desk).first()).toContainText(driver)
  await goTo(desk, `cards?${new URLSearchParams({ driver: driver.toUpperCase() }).toString()}`)
  await expect(rows(desk)).toHaveCount(1)
})

test('"other" wants a note before it disables a card, and undo takes the reason back', async ({ desk }) => {
  await goTo(desk, 'cards?status=active&sort=driver')
  await rows(desk)
    .nth(3)
    .click({ position: { x: 400, y: 10 } })
  await drawer(desk).getByRole('button', { name: 'Disable card …' }).click()
  await drawer(desk).getByRole('button', { name: 'Other', exact: true }).click()
  await expect(drawer(desk).getByText('Say in the note what “other” means.')).toBeVisible()
  await desk.keyboard.type('Lent to the sister firm')
  await desk.keyboard.press('Enter')
  const block = drawer(desk).getByRole('group', { name: 'Disabled', exact: true })
  await expect(block).toContainText('Other')
  await expect(block).toContainText('Lent to the sister firm')
  await toasts(desk).getByRole('button', { name: 'Undo' }).click()
  const question = desk.getByRole('dialog', { name: /^Enable card/ })
  await expect(question).toContainText('Other: Lent to the sister firm')
  await question.getByRole('button', { name: /^Enable card/ }).click()
  await expect(block).toBeHidden()
})

test('many cards are disabled with one reason', async ({ desk }) => {
  await goTo(desk, 'cards?status=active&sort=-driver')
  for (const at of [0, 1, 2]) await rows(desk).nth(at).getByRole('checkbox').check()
  await desk.getByRole('toolbar', { name: 'Selected cards' }).getByRole('button', { name: 'Disable' }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Vehicle sold' }).click()
  await dialog.getByRole('button', { name: 'Disable 3 cards' }).click()
  await expect(dialog).toBeHidden()
  await goTo(desk, 'cards?reason=vehicle_sold')
  await expect(rows(desk)).toHaveCount(3)
})
