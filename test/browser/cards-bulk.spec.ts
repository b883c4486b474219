import { seriousViolations } from './support/axe.ts'
import { countEffort } from './support/effort.ts'
import { expect, goTo, rows, screenshot, settled, test, type Page } from './support/test.ts'

const toasts = (desk: Page) => desk.getByRole('region', { name: 'Messages' })
const bar = (desk: Page) => desk.getByRole('toolbar', { name: 'Selected cards' })
const dialog = (desk: Page) => desk.getByRole('dialog')
const tray = (desk: Page) => desk.getByRole('region', { name: 'Jobs' })
const chosen = (desk: Page) => rows(desk).getByRole('checkbox', { checked: true })

test('cards are found, chosen and disabled, and that is undone, with the keyboard alone', async ({ desk }) => {
  await expect(rows(desk)).toHaveCount(48)
  await desk.keyboard.press('/')
  await desk.keyboard.type('bfl204')
  await expect(desk.getByText('4 matches')).toBeVisible()
  await desk.keyboard.press('ArrowDown')
  await desk.keyboard.press('Space')
  await expect(bar(desk).getByText('1 selected')).toBeVisible()
  await desk.keyboard.press('Shift+ArrowDown')
  await desk.keyboard.press('Shift+ArrowDown')
  await expect(chosen(desk)).toHaveCount(3)
  await desk.keyboard.press('ArrowDown')
  await desk.keyboard.press('Space')
  await desk.keyboard.press('Space')
  await expect(chosen(desk)).toHaveCount(3)
  await desk.keyboard.press('d')
  await expect(dialog(desk).getByText('2 cards will be disabled')).toBeVisible()
  await expect(dialog(desk).getByText('1 card will be refused:')).toBeVisible()
  await expect(dialog(desk).getByLabel('Note', { exact: true })).toBeFocused()
  await desk.keyboard.type('Vehicles sold')
  await desk.keyboard.press('Enter')
  await expect(dialog(desk)).toBeHidden()
  await expect(toasts(desk)).toContainText('2 cards disabled. 1 refused.')
  await expect(rows(desk).filter({ hasText: 'Inactive' })).toHaveCount(3)
  await expect(bar(desk)).toBeHidden()
  await toasts(desk).getByRole('button', { name: 'Undo' }).focus()
  await desk.keyboard.press('Enter')
  // Fuel flows again: that is said first, with the way out in focus.
  await expect(dialog(desk).getByRole('button', { name: 'Cancel' })).toBeFocused()
  await desk.keyboard.press('Tab')
  await desk.keyboard.press('Enter')
  await expect(toasts(desk)).toContainText('2 changes undone.')
  await expect(rows(desk).filter({ hasText: 'Inactive' })).toHaveCount(1)
})

test('all that match are chosen over the pages, and the preview says which cannot follow and why', async ({ desk }) => {
  await goTo(desk, 'cards?size=25')
  await desk.getByRole('checkbox', { name: 'Select every card on this page' }).click()
  await expect(bar(desk).getByText('25 selected')).toBeVisible()
  await desk.getByRole('button', { name: 'Next page' }).click()
  await expect(desk.getByText('26 to 48 of 48')).toBeVisible()
  await settled(desk)
  await rows(desk).first().getByRole('checkbox').click()
  await expect(bar(desk).getByText('26 selected')).toBeVisible()
  await bar(desk).getByRole('button', { name: 'Select all 48' }).click()
  await expect(chosen(desk)).toHaveCount(23)
  await bar(desk).getByRole('button', { name: 'Enable' }).click()
  await expect(dialog(desk).getByText('8 cards will be enabled')).toBeVisible()
  await expect(dialog(desk).getByText('40 cards will be refused:')).toBeVisible()
  await dialog(desk).getByText('Show them').click()
  await expect(dialog(desk).getByRole('row')).toHaveCount(40)
  await expect(dialog(desk).getByRole('button', { name: 'Enable 8 cards' })).toBeEnabled()
  await dialog(desk).getByRole('button', { name: 'Cancel' }).click()
  // Deselecting a row leaves the visible ones selected.
  await rows(desk).first().getByRole('checkbox').click()
  await expect(bar(desk).getByText('22 selected')).toBeVisible()
  await bar(desk).getByRole('button', { name: 'Clear' }).click()
  await expect(bar(desk)).toBeHidden()
})

test('a job stays in the tray across a reload and a restart, and shows the outcome of each card', async ({
  desk,
  service,
}) => {
  await goTo(desk, 'cards?status=inactive&sort=cardNumber')
  await desk.getByRole('checkbox', { name: 'Select every card on this page' }).click()
  await bar(desk).getByRole('button', { name: 'Enable' }).click()
  await dialog(desk).getByRole('button', { name: 'Enable 8 cards' }).click()
  await expect(tray(desk)).toContainText('Enable 8 cards')
  await expect(tray(desk)).toContainText('8 done')
  // On the next screen it is there, and does not lie over what that shows.
  await desk.getByRole('navigation').getByRole('link', { name: 'Activity' }).click()
  await expect(tray(desk)).toContainText(/jobs? finished/)
  await expect(tray(desk)).not.toContainText('Enable 8 cards')
  await tray(desk).getByRole('button', { name: 'Show jobs' }).click()
  await expect(tray(desk)).toContainText('Enable 8 cards')
  await desk.reload()
  await expect(tray(desk)).toContainText('Enable 8 cards')
  await service.stop()
  await service.start()
  await desk.reload()
  await expect(tray(desk)).toContainText('Enable 8 cards')
  await tray(desk)
    .getByRole('listitem')
    .filter({ hasText: 'Enable 8 cards' })
    .getByRole('button', { name: 'Open result' })
    .click()
  await expect(dialog(desk).getByRole('row')).toHaveCount(9)
  await expect(dialog(desk).getByRole('row').nth(1)).toContainText('Done')
  const saved = desk.waitForEvent('download')
  await dialog(desk).getByRole('button', { name: 'Export as CSV' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^enable-.*\.csv$/)
  await dialog(desk).getByRole('button', { name: 'Undo' }).click()
  await expect(tray(desk)).toContainText('Undo 8 changes')
  await expect(tray(desk).getByRole('listitem').filter({ hasText: 'Enable 8 cards' })).toContainText('undone')
  await desk.keyboard.press('Escape')
  await expect(tray(desk)).toContainText(/jobs finished/)
  await tray(desk).getByRole('button', { name: 'Clear finished jobs' }).click()
  await expect(tray(desk)).toBeHidden()
})

test('a job undone in the tray is not offered again by its toast', async ({ desk }) => {
  await goTo(desk, 'cards?status=active&sort=cardNumber')
  await rows(desk).first().getByRole('checkbox').click()
  await bar(desk).getByRole('button', { name: 'Disable' }).click()
  await dialog(desk).getByRole('button', { name: 'Disable 1 card' }).click()
  await expect(toasts(desk)).toContainText('1 card disabled.')
  await tray(desk).getByRole('button', { name: 'Undo', exact: true }).click()
  await dialog(desk).getByRole('button', { name: 'Enable 1 card again' }).click()
  await expect(toasts(desk)).toContainText('1 change undone.')
  await expect(toasts(desk)).not.toContainText('1 card disabled.')
})

test('production asks for the number of cards before a bulk change', async ({ desk, service }) => {
  const [project] = (await service.command('projects', 'list')) as { id: string }[]
  await service.command(
    'cards',
    'import',
    `${import.meta.dirname}/../../resources/samples/provider-export-en.csv`,
    '--project',
    project?.id ?? '',
    '--environment',
    'production',
    '--apply',
  )
  await goTo(desk, 'cards?status=active', 'production')
  await desk.getByRole('checkbox', { name: 'Select every card on this page' }).click()
  await bar(desk).getByRole('button', { name: 'Disable' }).click()
  const button = dialog(desk).getByRole('button', { name: /^Disable [1-9]\d* cards$/ })
  await expect(button).toBeDisabled()
  const count = /\d+/.exec((await button.textContent()) ?? '')?.[0] ?? ''
  await dialog(desk).getByLabel(`Type ${count} to confirm`).fill('1')
  await expect(button).toBeDisabled()
  await dialog(desk).getByLabel(`Type ${count} to confirm`).fill(count)
  await button.click()
  await expect(toasts(desk)).toContainText(`${count} cards disabled.`)
})

test('columns are hidden, ordered by key, and kept over a reload', async ({ desk }) => {
  const headings = () => desk.getByRole('columnheader').allInnerTexts()
  await expect(rows(desk)).toHaveCount(48)
  expect((await headings()).map((heading) => heading.trim())).toEqual([
    'Card',
    'Plate',
    'Driver',
    'Status',
    'Expires',
    'Sync',
  ])
  await desk.getByRole('button', { name: 'Columns' }).click()
  await desk.getByRole('checkbox', { name: 'Expires' }).uncheck()
  await desk.getByRole('checkbox', { name: 'Last changed' }).check()
  await desk.getByRole('checkbox', { name: 'Driver' }).focus()
  await desk.keyboard.press('Alt+ArrowUp')
  await desk.keyboard.press('Escape')
  const wanted = ['Card', 'Driver', 'Plate', 'Status', 'Sync', 'Last changed']
  await expect.poll(async () => (await headings()).map((heading) => heading.trim())).toEqual(wanted)
  await desk.reload()
  await expect(rows(desk)).toHaveCount(48)
  expect((await headings()).map((heading) => heading.trim())).toEqual(wanted)
})

for (const scheme of ['light', 'dark'] as const) {
  test(`choosing, preview and tray stand in nobody's way in the ${scheme} theme`, async ({ desk }) => {
    await desk.emulateMedia({ colorScheme: scheme })
    await goTo(desk, 'cards?status=active')
    await rows(desk).first().getByRole('checkbox').click()
    await bar(desk).getByRole('button', { name: 'Disable' }).click()
    await expect(dialog(desk).getByText('1 card will be disabled')).toBeVisible()
    expect(await seriousViolations(desk, scheme === 'dark' ? 'colours' : 'everything')).toEqual([])
    await dialog(desk).getByRole('button', { name: 'Disable 1 card' }).click()
    await expect(tray(desk)).toContainText('1 done')
    await tray(desk).getByRole('button', { name: 'Open result' }).first().click()
    await expect(dialog(desk).getByRole('row')).toHaveCount(2)
    expect(await seriousViolations(desk, scheme === 'dark' ? 'colours' : 'everything')).toEqual([])
  })
}

// Leaves no card active.
test('a card that joins the choice behind the dialog is not disabled before it was announced', async ({
  desk,
  service,
}) => {
  const [project] = (await service.command('projects', 'list')) as { id: string }[]
  await goTo(desk, 'cards?size=25')
  await desk.getByRole('checkbox', { name: 'Select every card on this page' }).click()
  await bar(desk).getByRole('button', { name: 'Select all 48' }).click()
  await bar(desk).getByRole('button', { name: 'Disable' }).click()
  const button = dialog(desk).getByRole('button', { name: /^Disable [1-9]\d* cards$/ })
  const announced = Number(/\d+/.exec((await button.textContent()) ?? '')?.[0])
  const { docs } = (await service.command('cards', 'list', '--project', project?.id ?? '', '--status', 'inactive')) as {
    docs: { id: string }[]
  }
  await service.command('cards', 'enable', docs[0]?.id ?? '', '--project', project?.id ?? '')
  await button.click()
  await expect(dialog(desk)).toContainText('have changed since the preview')
  await dialog(desk)
    .getByRole('button', { name: `Disable ${announced + 1} cards` })
    .click()
  await expect(toasts(desk)).toContainText(`${announced + 1} cards disabled.`)
})

test('a cost centre is given to the selected cards, whatever their status, and taken back', async ({ desk }) => {
  await goTo(desk, 'cards?sort=cardNumber')
  for (const at of [0, 1, 2]) await rows(desk).nth(at).getByRole('checkbox').check()
  const effort = await countEffort(desk)
  await bar(desk).getByRole('button', { name: 'Internal details…' }).click()
  const own = desk.getByRole('dialog', { name: 'Internal details' })
  await expect(own.getByLabel('Cost centre')).toBeFocused()
  await expect(own.getByRole('button', { name: 'Change cards' })).toBeDisabled()
  await desk.keyboard.type('4711')
  await screenshot(desk, 'bulk-own-en-light-1280x800')
  await own.getByRole('button', { name: 'Change 3 cards' }).click()
  await expect(toasts(desk)).toContainText('3 cards changed.')
  expect(await effort()).toEqual({ clicks: 2, keys: 4 })
  await goTo(desk, 'cards?costCentre=4711')
  await expect(rows(desk)).toHaveCount(3)
  await goTo(desk, 'activity?log=jobs')
  await desk
    .getByRole('row', { name: /Change 3 cards/ })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(toasts(desk)).toContainText('3 changes undone.')
})
