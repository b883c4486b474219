import { countEffort } from './support/effort.ts'
import { expect, goTo, rows, screenshot, settled, test, type Page } from './support/test.ts'

const drawer = (desk: Page) => desk.getByRole('dialog')
/** What is asked before fuel flows again. */
const question = (desk: Page) => desk.getByRole('dialog', { name: /^Enable card/ })
const toasts = (desk: Page) => desk.getByRole('region', { name: 'Messages' })
const position = (desk: Page) => drawer(desk).getByText(/^\d+ of \d+, by card number$/)

test('a card opens over the list, is disabled with a reason, and comes back by undo', async ({ desk }) => {
  await goTo(desk, 'cards?status=active&sort=cardNumber')
  await rows(desk)
    .first()
    .click({ position: { x: 400, y: 10 } })
  await expect(drawer(desk).getByText('Valid until')).toBeVisible()
  expect(desk.url()).toContain('card=')
  const fuels = drawer(desk).getByRole('switch')
  await expect(fuels).toHaveCount(4)
  // One switch moves them all, and asks for the reason first.
  await drawer(desk).getByRole('switch', { name: 'Diesel' }).click()
  await expect(drawer(desk).getByLabel('Note', { exact: true })).toBeFocused()
  await desk.keyboard.type('Reported lost')
  await desk.keyboard.press('Enter')
  await expect(toasts(desk)).toContainText(/Card […\d\s]+ disabled/)
  for (const fuel of await fuels.all()) await expect(fuel).not.toBeChecked()
  await expect(drawer(desk).getByRole('button', { name: 'Enable card' })).toBeVisible()
  await drawer(desk).getByRole('tab', { name: 'Timeline' }).click()
  await expect(drawer(desk).getByText('Reported lost')).toBeVisible()
  await expect(drawer(desk).getByText('Clerk · App').first()).toBeVisible()
  await toasts(desk).getByRole('button', { name: 'Undo' }).click()
  await question(desk)
    .getByRole('button', { name: /^Enable card/ })
    .click()
  await expect(toasts(desk)).toContainText(/Card […\d\s]+ enabled/)
  await expect(drawer(desk).getByText('Enabled', { exact: true })).toBeVisible()
  await desk.goBack()
  await expect(drawer(desk)).toBeHidden()
  await expect(desk.getByRole('button', { name: 'Remove the filter Status' })).toBeVisible()
})

test('plate and driver are corrected in place, under the rules of the domain', async ({ desk }) => {
  await goTo(desk, 'cards?status=active&sort=driver')
  await rows(desk)
    .first()
    .click({ position: { x: 400, y: 10 } })
  await drawer(desk).getByRole('button', { name: 'Edit plate and driver' }).click()
  const driver = drawer(desk).getByLabel('Driver')
  await driver.fill('   ')
  await desk.keyboard.press('Enter')
  await expect(drawer(desk).getByText('Enter the driver’s name.')).toBeVisible()
  await driver.fill('Aaron Zimmermann')
  await desk.keyboard.press('Enter')
  await expect(toasts(desk)).toContainText(/Card […\d\s]+ changed/)
  await expect(drawer(desk).getByText('Aaron Zimmermann').first()).toBeVisible()
  await toasts(desk).getByRole('button', { name: 'Undo' }).click()
  await expect(drawer(desk).getByText('Aaron Zimmermann')).toHaveCount(0)
})

test('reference, cost centre and notes are the fleet’s own: set on a new card, found, filtered by, and taken back', async ({
  desk,
}) => {
  await goTo(desk, 'cards?status=new')
  await rows(desk)
    .first()
    .click({ position: { x: 400, y: 10 } })
  await drawer(desk).getByRole('button', { name: 'Edit reference, cost centre and notes' }).click()
  await drawer(desk).getByLabel('Internal reference').fill('FL-2026 77')
  await drawer(desk).getByLabel('Cost centre').fill('4711 Sales')
  await drawer(desk).getByRole('textbox', { name: 'Notes' }).fill('Spare card\nin the safe')
  await drawer(desk).getByRole('button', { name: 'Save' }).click()
  await expect(toasts(desk)).toContainText(/Card […\d\s]+ changed/)
  await expect(drawer(desk).getByText('in the safe')).toBeVisible()
  await goTo(desk, 'cards?search=fl202677')
  await expect(rows(desk)).toHaveCount(1)
  await goTo(desk, 'cards')
  await desk.getByRole('button', { name: 'Cost centre' }).click()
  await desk.getByRole('menuitemradio', { name: '4711 Sales' }).click()
  await expect(rows(desk)).toHaveCount(1)
  expect(desk.url()).toContain('costCentre=')
  await toasts(desk).getByRole('button', { name: 'Undo' }).click()
  await expect(rows(desk)).toHaveCount(0)
})

test('a stack of new cards is activated with the keyboard alone', async ({ desk }) => {
  await expect(rows(desk)).toHaveCount(48)
  await desk.keyboard.press('/')
  await desk.keyboard.type('782521')
  await expect(desk.getByText(/matches/)).toBeVisible()
  await desk.keyboard.press('Escape')
  await goTo(desk, 'cards?status=new')
  await expect(desk.getByText(/matches/)).toBeVisible()
  const stack = await rows(desk).count()
  await desk.keyboard.press('ArrowDown')
  await expect(rows(desk).first().getByRole('button')).toBeFocused()
  await desk.keyboard.press('j')
  await expect(rows(desk).nth(1).getByRole('button')).toBeFocused()
  // A stack is begun on purpose.
  await desk.getByRole('button', { name: 'Activate new cards' }).focus()
  await desk.keyboard.press('Enter')
  await expect(position(desk)).toHaveText(`1 of ${stack}, by card number`)
  await expect(drawer(desk).getByLabel('Licence plate')).toBeFocused()
  // Another card has this plate: said, and no reason to stop.
  await desk.keyboard.type('b-fl  2041')
  await expect(drawer(desk).getByLabel('Licence plate')).toHaveValue('B-FL 2041')
  await expect(drawer(desk).getByText(/B-FL 2041 is already on card/)).toBeVisible()
  await desk.keyboard.press('Tab')
  await desk.keyboard.press('Enter')
  await expect(drawer(desk).getByText('Enter the driver’s name.')).toBeVisible()
  await desk.keyboard.type('Ada Lovelace')
  await desk.keyboard.press('Enter')
  await expect(position(desk)).toHaveText(`2 of ${stack}, by card number`)
  await expect(toasts(desk)).toContainText('is active for B-FL 2041')
  await expect(toasts(desk).getByRole('button', { name: 'Undo: disable it' })).toBeVisible()
  // It is next to the drawer, clear of the button that is pressed next.
  const toast = await toasts(desk).boundingBox()
  const edge = await drawer(desk).boundingBox()
  expect((toast?.x ?? 0) + (toast?.width ?? Infinity)).toBeLessThanOrEqual(edge?.x ?? 0)
  await expect(drawer(desk).getByLabel('Licence plate')).toBeFocused()
  await expect(drawer(desk).getByLabel('Licence plate')).toHaveValue('')
  await desk.keyboard.press('Escape')
  await expect(drawer(desk)).toBeHidden()
  await expect(rows(desk)).toHaveCount(stack - 1)
})

test('keys act on the row in focus, and say why where they cannot', async ({ desk }) => {
  await goTo(desk, 'cards?status=inactive&sort=cardNumber')
  await expect(desk.getByText(/matches/)).toBeVisible()
  await desk.keyboard.press('j')
  await desk.keyboard.press('ArrowDown')
  await desk.keyboard.press('k')
  await expect(rows(desk).first().getByRole('button')).toBeFocused()
  await desk.keyboard.press('d')
  await expect(toasts(desk)).toContainText('Only an active card can be disabled')
  await desk.keyboard.press('e')
  await question(desk)
    .getByRole('button', { name: /^Enable card/ })
    .click()
  await expect(toasts(desk)).toContainText(/Card […\d\s]+ enabled/)
  await toasts(desk).getByRole('button', { name: 'Undo' }).click()
  await expect(toasts(desk)).toContainText(/Card […\d\s]+ disabled/)
  await desk.keyboard.press('j')
  await desk.keyboard.press('Enter')
  await expect(drawer(desk).getByRole('button', { name: 'Enable card' })).toBeVisible()
})

test('the address keeps the view over a reload', async ({ desk }) => {
  await desk.getByRole('search').getByRole('button', { name: 'Expires' }).click()
  await desk.getByRole('menuitemradio', { name: 'within 90 days' }).click()
  await desk.getByLabel('Rows per page').selectOption('25')
  await desk.getByRole('columnheader', { name: 'Driver' }).getByRole('button').click()
  await expect(desk.getByRole('columnheader', { name: 'Driver' })).toHaveAttribute('aria-sort', 'ascending')
  const shown = await desk
    .getByText(/\d+ match/)
    .first()
    .textContent()
  await desk.reload()
  await expect(desk.getByText(shown ?? '').first()).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Remove the filter Expires' })).toBeVisible()
  await expect(desk.getByLabel('Rows per page')).toHaveValue('25')
  await expect(desk.getByRole('columnheader', { name: 'Driver' })).toHaveAttribute('aria-sort', 'ascending')
})

test('a refusal by the service is shown, and nothing changes on screen', async ({ desk }) => {
  await goTo(desk, 'cards?status=inactive')
  await rows(desk)
    .first()
    .click({ position: { x: 400, y: 10 } })
  await desk.route('**/bridge/call/cards.enable', (route) =>
    route.fulfill({
      json: {
        ok: false,
        error: {
          code: 'error.bad_request',
          reason: 'card_already_enabled',
          message: 'Card is already enabled',
          requestId: 'r',
        },
      },
    }),
  )
  await drawer(desk).getByRole('button', { name: 'Enable card' }).click()
  await question(desk)
    .getByRole('button', { name: /^Enable card/ })
    .click()
  await expect(toasts(desk)).toContainText('was not changed: The card is already enabled')
  for (const fuel of await drawer(desk).getByRole('switch').all()) await expect(fuel).not.toBeChecked()
})

test('an open card leads to the previous and the next one, through the order of the list and over its pages', async ({
  desk,
}) => {
  await goTo(desk, 'cards?size=25&sort=cardNumber')
  const idAt = (index: number) => rows(desk).nth(index).locator('[data-card]').getAttribute('data-card')
  const openId = () => new URLSearchParams(new URL(desk.url()).hash.split('?')[1]).get('card')
  const [last, beforeLast] = [await idAt(24), await idAt(23)]
  await rows(desk).nth(24).getByRole('button').click()
  await expect(drawer(desk).getByText('Valid until')).toBeVisible()
  const effort = await countEffort(desk)
  await drawer(desk).getByRole('button', { name: 'Next card' }).click()
  await expect(desk).toHaveURL(/page=2/)
  await settled(desk)
  expect(openId()).toBe(await idAt(0))
  // The button keeps the focus, so that the keyboard goes on.
  await expect(drawer(desk).getByRole('button', { name: 'Next card' })).toBeFocused()
  await desk.keyboard.press('Enter')
  await expect.poll(openId).toBe(await idAt(1))
  await desk.keyboard.press('k')
  await desk.keyboard.press('k')
  await expect.poll(openId).toBe(last)
  await settled(desk)
  await desk.keyboard.press('k')
  await expect.poll(openId).toBe(beforeLast)
  await screenshot(desk, 'card-steps-en-light-1280x800')
  expect((await effort()).clicks).toBe(1)
  // While something is edited, no key leads away from it.
  await drawer(desk).getByRole('button', { name: 'Edit reference, cost centre and notes' }).click()
  await desk.keyboard.press('j')
  expect(openId()).toBe(beforeLast)
  await desk.keyboard.press('Escape')
  await expect(drawer(desk).getByRole('button', { name: 'Edit reference, cost centre and notes' })).toBeVisible()
})

test('at the ends of the list there is no step, and a card that left the list still has neighbours', async ({
  desk,
}) => {
  await goTo(desk, 'cards?status=active&sort=cardNumber')
  const idAt = (index: number) => rows(desk).nth(index).locator('[data-card]').getAttribute('data-card')
  const openId = () => new URLSearchParams(new URL(desk.url()).hash.split('?')[1]).get('card')
  const [first, second] = [await idAt(0), await idAt(1)]
  await rows(desk).first().getByRole('button').click()
  const previous = drawer(desk).getByRole('button', { name: 'Previous card' })
  await expect(previous).toHaveAttribute('aria-disabled', 'true')
  await desk.keyboard.press('k')
  expect(openId()).toBe(first)
  // The list follows late, and no key waits for it.
  const { promise: read, resolve } = Promise.withResolvers<void>()
  await desk.route('**/bridge/call/cards.list', async (route) => {
    await read
    await route.continue()
  })
  await drawer(desk).getByRole('button', { name: 'Disable card…' }).click()
  await drawer(desk).getByRole('button', { name: 'Disable card', exact: true }).click()
  await expect(drawer(desk).getByRole('button', { name: 'Enable card…' })).toBeVisible()
  await desk.keyboard.press('j')
  await expect.poll(openId).toBe(second)
  await desk.keyboard.press('k')
  await expect.poll(openId).toBe(first)
  resolve()
  await expect(rows(desk).locator(`[data-card='${first}']`)).toHaveCount(0)
  // It has left its place to the next one.
  await expect(previous).toHaveAttribute('aria-disabled', 'true')
  await desk.keyboard.press('j')
  await expect.poll(openId).toBe(second)
})

test('a column is resized by dragging its edge and by the keyboard, kept over a reload, and given back', async ({
  desk,
}) => {
  await goTo(desk, 'cards?status=active&sort=cardNumber')
  const heading = desk.getByRole('columnheader', { name: 'Driver' })
  const edge = desk.getByRole('separator', { name: 'Width of “Driver”' })
  const width = async () => Math.round((await heading.boundingBox())?.width ?? 0)
  const own = await width()
  const box = await edge.boundingBox()
  const [x, y] = [(box?.x ?? 0) + 4, (box?.y ?? 0) + 10]
  await desk.mouse.move(x, y)
  await desk.mouse.down()
  await desk.mouse.move(x - own + 90, y, { steps: 4 })
  await desk.mouse.up()
  await expect.poll(width).toBe(90)
  // The click that ends the dragging sorts nothing.
  await expect(heading).toHaveAttribute('aria-sort', 'none')
  await screenshot(desk, 'column-narrow-en-light-1280x800')
  const effort = await countEffort(desk)
  await edge.focus()
  await desk.keyboard.press('ArrowRight')
  await desk.keyboard.press('ArrowRight')
  await expect.poll(width).toBe(122)
  expect((await effort()).clicks).toBe(0)
  await desk.reload()
  await expect(rows(desk).first().getByRole('button')).toBeVisible()
  await expect.poll(width).toBe(122)
  await edge.focus()
  await desk.keyboard.press('Delete')
  await expect.poll(width).toBe(own)
})
