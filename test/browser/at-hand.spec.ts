import { countEffort } from './support/effort.ts'
import { expect, goTo, rows, screenshot, settled, speak, test, type Page } from './support/test.ts'

const dialog = (desk: Page) => desk.getByRole('dialog')
const toasts = (desk: Page) => desk.getByRole('region', { name: 'Messages' })

/** What is said of a card that was disabled. */
const DISABLED = /^Card […\d\s]+ disabled$/

async function disableFirst(desk: Page): Promise<void> {
  await goTo(desk, 'cards?status=active&sort=cardNumber')
  await rows(desk).first().getByRole('button').focus()
  await desk.keyboard.press('d')
  await dialog(desk).getByRole('button', { name: 'Disable card' }).click()
  await expect(toasts(desk).getByText(DISABLED)).toBeVisible()
  await expect(dialog(desk).getByText('Inactive').first()).toBeVisible()
}

async function choose(desk: Page, name: string, text: string): Promise<void> {
  const chooser = desk.waitForEvent('filechooser')
  await dialog(desk).getByRole('button', { name: 'Choose a file' }).click()
  await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
}

test('a message goes with its screen, and with its card once another is opened', async ({ desk }) => {
  await disableFirst(desk)
  await toasts(desk).hover()
  await desk.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click()
  // A card that is merely closed can still be enabled again.
  await expect(toasts(desk).getByRole('button', { name: 'Undo' })).toBeVisible()
  await desk.getByRole('navigation').getByRole('link', { name: 'Activity' }).click()
  await expect(toasts(desk)).toBeEmpty()

  await disableFirst(desk)
  await toasts(desk).hover()
  const other = await rows(desk).nth(2).locator('[data-card]').getAttribute('data-card')
  await desk.evaluate((card) => (window.location.hash = `#/sandbox/cards?status=active&card=${card}`), other)
  await expect(toasts(desk)).toBeEmpty()
})

test('a message lies dimmed below a dialog that waits for an answer', async ({ desk }) => {
  await disableFirst(desk)
  await toasts(desk).hover()
  await dialog(desk).getByRole('button', { name: 'Enable card…' }).focus()
  await desk.keyboard.press('Enter')
  await expect(desk.getByRole('dialog', { name: /^Enable/ })).toBeVisible()
  const box = await toasts(desk).getByText(DISABLED).boundingBox()
  const isOnTop = await desk.evaluate(
    ([x, y]) => document.elementFromPoint(x, y)?.closest('[aria-label="Messages"]') !== null,
    [(box?.x ?? 0) + 5, (box?.y ?? 0) + 5] as const,
  )
  expect(box).not.toBeNull()
  expect(isOnTop).toBe(false)
})

test('an import shows the cards that it would create and change, and what changes', async ({ desk }) => {
  const number = await rows(desk).first().locator('[data-card]').innerText()
  await goTo(desk, 'cards?do=import')
  const known = number.replaceAll(/\D/g, '')
  await choose(desk, 'list.csv', `Card number;Driver\n${known};Somebody Else\n90000000000000777;Brand New\n`)
  const look = (words: RegExp) => dialog(desk).getByRole('button', { name: words }).click()
  await look(/would be changed/)
  await expect(dialog(desk).getByRole('region', { name: 'Changes' })).toContainText('Somebody Else')
  await look(/would be created/)
  await expect(dialog(desk).getByRole('region', { name: 'New cards' })).toContainText('Brand New')
  // Nothing of a small file is rounded away.
  await expect(dialog(desk).getByText(/^\d{2} bytes$/)).toBeVisible()
})

test('the obstacle to an import is named next to its button, and a press leads there', async ({ desk }) => {
  await goTo(desk, 'cards?do=import')
  const header = 'Card number;Licence plate;Driver;Status;Valid through;Petrol;Diesel;LPG;Heating oil;Region'
  await choose(desk, 'words.csv', `${header}\n90000000000000888;B-X 1;A;active;12/2029;?;?;?;?;north\n`)
  await dialog(desk).getByRole('button', { name: 'First accept the columns that are left out' }).click()
  await dialog(desk).getByLabel('Import without them').check()
  await desk.setViewportSize({ width: 1000, height: 620 })
  const title = dialog(desk).getByText('Some values in this file are not recognised')
  await dialog(desk).getByRole('button', { name: 'First say what the unrecognised values mean' }).click()
  await expect(title).toBeInViewport()
})

test('a stack of new cards goes on with the card whose number is typed', async ({ desk }) => {
  await goTo(desk, 'cards?status=new&sort=-cardNumber')
  const last = (await rows(desk).first().locator('[data-card]').innerText()).replaceAll(/\D/g, '')
  await desk.getByRole('button', { name: 'Activate new cards' }).click()
  const find = dialog(desk).getByLabel('Find by card number')
  await find.fill('000000000')
  await find.press('Enter')
  await expect(dialog(desk).getByRole('alert')).toContainText('No single new card')
  await find.fill(last.slice(-6))
  await find.press('Enter')
  await expect(find).toHaveValue('')
  await expect.poll(async () => (await dialog(desk).innerText()).replaceAll(/\D/g, '')).toContain(last)
})

test('the exact time of a row shows while the row has the focus, and adds no stop of the tab key', async ({ desk }) => {
  await disableFirst(desk)
  await goTo(desk, 'activity')
  const [row] = [rows(desk).first()]
  const exact = () =>
    row
      .locator('time')
      .first()
      .evaluate((time) => getComputedStyle(time, '::after').content)
  expect(await exact()).toBe('none')
  await desk.keyboard.press('Tab')
  await row.getByRole('button').first().focus()
  expect(await exact()).toMatch(/UTC/)
  await expect(row.locator('time[tabindex]')).toHaveCount(0)
})

test('the tray of jobs covers no cell for good, and a key’s actions have names', async ({ desk, service }) => {
  await goTo(desk, 'cards?status=active')
  await rows(desk).first().getByRole('checkbox').click()
  await desk.getByRole('toolbar', { name: 'Selected cards' }).getByRole('button', { name: 'Disable' }).click()
  await dialog(desk).getByRole('button', { name: 'Disable 1 card' }).click()
  const tray = desk.getByRole('region', { name: 'Jobs' })
  await expect(tray).toContainText('1 done')
  await goTo(desk, 'cards')
  const table = desk.getByRole('region', { name: /^Cards, page/ })
  await table.evaluate((box) => box.scrollTo({ top: box.scrollHeight }))
  const [cell, over] = [await rows(desk).last().boundingBox(), await tray.boundingBox()]
  expect((cell?.y ?? 0) + (cell?.height ?? Infinity)).toBeLessThanOrEqual(over?.y ?? 0)
  // Whoever goes on with the list has it to themselves.
  await rows(desk).last().getByRole('checkbox').click()
  await expect(tray).not.toContainText('1 done')
  await expect(tray).toContainText('1 job finished')

  const [project] = (await service.command('projects', 'list')) as { id: string }[]
  const place = ['--project', project?.id ?? '', '--environment', 'sandbox']
  // Of many jobs the last ones are in sight, and a list has all.
  for (const centre of ['1', '2', '3'])
    await service.command(
      'cards',
      'bulk',
      'update',
      ...place,
      '--status',
      'active',
      '--set-cost-centre',
      centre,
      '--apply',
    )
  await tray.getByRole('button', { name: 'Show jobs' }).click()
  await expect(tray).toContainText('4 jobs finished')
  await expect(tray.getByRole('button', { name: 'Open result' })).toHaveCount(3)
  await tray.getByRole('link', { name: 'All jobs' }).click()
  await expect(rows(desk)).toHaveCount(4)

  await service.command('keys', 'create', ...place, '--name', 'Fleet software')
  await goTo(desk, 'access')
  const roll = desk.getByRole('button', { name: /^Roll .*Fleet software/ })
  await expect(roll).toHaveText('Roll')
  await desk.setViewportSize({ width: 900, height: 700 })
  await roll.hover()
  await expect(desk.getByRole('tooltip')).toHaveText('Roll')
})

test('in French and in a small window the changes have room to be read', async ({ desk }) => {
  await disableFirst(desk)
  await desk.setViewportSize({ width: 900, height: 700 })
  await speak(desk, 'fr')
  await goTo(desk, 'activity')
  const change = await rows(desk).first().locator('td').last().boundingBox()
  expect(change?.width).toBeGreaterThan(250)
  const box = desk.getByRole('group').filter({ has: desk.getByRole('table') })
  expect(await box.first().evaluate((scroll) => scroll.scrollWidth <= scroll.clientWidth)).toBe(true)
  await speak(desk, null)
})

/** As a scanner does: the digits at once, and Enter right behind them. */
async function scan(desk: Page, digits: string): Promise<void> {
  await desk.keyboard.type(digits)
  await desk.keyboard.press('Enter')
}

/** Parts of the page that are not there yet come when they are told to. */
async function delayParts(desk: Page): Promise<{ come: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await desk.route('**/assets/*.js', async (route) => {
    await promise
    await route.continue()
  })
  return { come: resolve }
}

/** The numbers of the new cards, in their order. */
async function newCards(desk: Page): Promise<string[]> {
  await goTo(desk, 'cards?status=new&sort=cardNumber')
  const numbers = await rows(desk).locator('[data-card]').allInnerTexts()
  return numbers.map((number) => number.replaceAll(/\D/g, ''))
}

const shownNumber = async (desk: Page) => (await dialog(desk).innerText()).replaceAll(/\D/g, '')

test('a card in the hand: scanned into the palette, plate, a driver of the fleet, Enter, and not one click', async ({
  desk,
}) => {
  const [number = ''] = await newCards(desk)
  await goTo(desk, 'cards?status=active&sort=driver')
  const driver = (await rows(desk).first().locator('[class*="driver"]').textContent()) ?? ''
  await goTo(desk, 'overview')
  const effort = await countEffort(desk)
  // Faster than the parts of the page that it needs: nothing of it is lost.
  const late = await delayParts(desk)
  await desk.keyboard.press('Control+k')
  await scan(desk, number.slice(-6))
  late.come()
  const plate = dialog(desk).getByLabel('Licence plate')
  await expect(plate).toBeFocused()
  expect(await shownNumber(desk)).toContain(number)
  // A second Enter of the scanner does nothing: nothing was typed in this form.
  await desk.keyboard.press('Enter')
  await expect(dialog(desk).getByText('Enter the licence plate.')).toHaveCount(0)
  await desk.keyboard.type('b-hd 77')
  await desk.keyboard.press('Tab')
  await desk.keyboard.type(driver.slice(0, 4).toLowerCase())
  await expect(desk.getByRole('option', { name: driver })).toBeVisible()
  await screenshot(desk, 'card-in-hand-en-light-1280x800')
  await desk.keyboard.press('ArrowDown')
  await desk.keyboard.press('Enter')
  // Enter took the name; the card waits for another one.
  await expect(dialog(desk).getByLabel('Driver')).toHaveValue(driver)
  await desk.keyboard.press('Enter')
  await expect(toasts(desk)).toContainText('B-HD 77')
  await expect(dialog(desk).getByText('Active').first()).toBeVisible()
  // The next card comes only to those who asked for it.
  expect(await shownNumber(desk)).toContain(number)
  const { clicks, keys } = await effort()
  expect(clicks).toBe(0)
  expect(keys).toBeLessThanOrEqual(2 + 7 + 1 + 7 + 1 + 4 + 3)
})

test('a stack of cards: scanned into the search, chosen by a key, and the next one’s number is no plate', async ({
  desk,
}) => {
  const [first = '', second = '', third = ''] = await newCards(desk)
  // Found past the filters of the list.
  await goTo(desk, 'cards?status=active')
  const effort = await countEffort(desk)
  await desk.keyboard.press('/')
  await scan(desk, second.slice(-6))
  const plate = dialog(desk).getByLabel('Licence plate')
  await expect(plate).toBeFocused()
  await desk.keyboard.type('B-ST 1')
  await desk.keyboard.press('Tab')
  await desk.keyboard.type('Ada Stack')
  await desk.keyboard.press('Tab')
  await expect(dialog(desk).getByLabel('A stack of cards: the next new one opens after this')).toBeFocused()
  await desk.keyboard.press('Space')
  await desk.keyboard.press('Shift+Tab')
  await desk.keyboard.press('Enter')
  await expect.poll(() => shownNumber(desk)).toContain(first)
  await expect(plate).toBeFocused()
  await expect(plate).toHaveValue('')
  await scan(desk, third.slice(-6))
  await expect.poll(() => shownNumber(desk)).toContain(third)
  await expect(plate).toHaveValue('')
  await expect(plate).toBeFocused()
  expect((await effort()).clicks).toBe(0)
  await desk.keyboard.press('Escape')
  await goTo(desk, 'cards?search=Ada Stack')
  await expect(rows(desk)).toHaveCount(1)
  await expect(rows(desk).first()).toContainText('B-ST 1')
})

test('digits that are on more than one card open none, neither in the palette nor in the search', async ({ desk }) => {
  await goTo(desk, 'cards')
  await desk.keyboard.press('Control+k')
  await expect(dialog(desk).getByRole('combobox')).toBeFocused()
  await scan(desk, '7825')
  await expect(dialog(desk).getByRole('option').first()).toContainText('7825')
  await desk.keyboard.press('Escape')
  await expect(dialog(desk)).toBeHidden()
  await desk.keyboard.press('/')
  await scan(desk, '7825')
  await settled(desk)
  await expect(rows(desk)).toHaveCount(48)
  await expect(dialog(desk)).toBeHidden()
})

test('the palette leads to a driver and to a vehicle by part of the name or the plate', async ({ desk }) => {
  await goTo(desk, 'cards?status=active&sort=driver')
  const row = rows(desk).nth(2)
  const driver = (await row.locator('[class*="driver"]').textContent()) ?? ''
  const plate = (await row.locator('td').nth(1).textContent()) ?? ''
  const heading = desk.getByRole('heading', { level: 1 })
  for (const [typed, group, name] of [
    [driver.toLowerCase(), driver, driver],
    [plate.replaceAll(/[\s-]/g, '').toLowerCase(), plate, plate],
  ] as const) {
    const effort = await countEffort(desk)
    await desk.keyboard.press('Control+k')
    await expect(dialog(desk).getByRole('combobox')).toBeFocused()
    await desk.keyboard.type(typed)
    const found = dialog(desk).getByRole('group', { name: 'Drivers and vehicles' }).getByRole('option')
    await expect(found.first()).toContainText(group)
    await screenshot(desk, `palette-holders-${name === plate ? 'vehicle' : 'driver'}-en-light-1280x800`)
    while ((await found.first().getAttribute('aria-selected')) !== 'true') await desk.keyboard.press('ArrowDown')
    await desk.keyboard.press('Enter')
    await expect(heading).toHaveText(name)
    expect((await effort()).clicks).toBe(0)
  }
})
