import { seriousViolations } from './support/axe.ts'
import { countEffort } from './support/effort.ts'
import { expect, goTo, rows, settled, test, type Page } from './support/test.ts'

const bar = (desk: Page) => desk.getByRole('toolbar', { name: 'Selected cards' })
const dialog = (desk: Page) => desk.getByRole('dialog', { name: 'Select cards from a list' })

/** Pastes as a person does, without a permission for the clipboard. */
async function paste(desk: Page, text: string): Promise<void> {
  await desk.evaluate((pasted) => {
    const data = new DataTransfer()
    data.setData('text', pasted)
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
  }, text)
}

test('a list from a mail, pasted into the search, is a selection after two clicks', async ({ desk, service }) => {
  await goTo(desk, 'cards?status=active')
  await settled(desk)
  const { docs } = (await service.command('cards', 'list', '--status', 'active', '--limit', '3')) as {
    docs: { cardNumber: string }[]
  }
  const numbers = docs.map(({ cardNumber }) => cardNumber)
  const effort = await countEffort(desk)
  await desk.getByRole('textbox', { name: 'Search' }).click()
  await paste(desk, `Card number;Name\n${numbers[0]}\n${numbers[1]};\n\n"${numbers[2]}"\nNobody At All\n`)
  await expect(dialog(desk).getByRole('status')).toHaveText('3 found · 2 not found')
  await expect(dialog(desk).getByRole('region', { name: 'Not found' })).toContainText('Nobody At All')
  expect(await seriousViolations(desk)).toEqual([])
  await dialog(desk).getByRole('button', { name: 'Select 3 cards' }).click()
  expect(await effort()).toEqual({ clicks: 2, keys: 0 })
  await expect(bar(desk).getByText('3 selected')).toBeVisible()
  await expect(rows(desk).getByRole('checkbox', { checked: true })).toHaveCount(3)
})

test('a line that names several cards lets the person choose, and adds to what was selected', async ({ desk }) => {
  await goTo(desk, 'cards?status=new')
  await settled(desk)
  await rows(desk).first().getByRole('checkbox').click()
  await expect(bar(desk).getByText('1 selected')).toBeVisible()
  await desk.getByRole('button', { name: 'Import' }).click()
  await desk.getByRole('menuitem', { name: 'Select cards from a list…' }).click()
  await dialog(desk).getByRole('textbox').fill('782521')
  await expect(dialog(desk).getByRole('status')).toHaveText('0 found · 1 names more than one card')
  await expect(dialog(desk).getByRole('button', { name: 'Select' })).toBeDisabled()
  await dialog(desk).getByRole('checkbox').nth(1).click()
  await dialog(desk).getByRole('button', { name: 'Select 1 card' }).click()
  await expect(bar(desk).getByText('2 selected')).toBeVisible()
})

test('cards gathered from several searches are looked through, and thinned out', async ({ desk }) => {
  await goTo(desk, 'cards?status=new')
  await settled(desk)
  await rows(desk).first().getByRole('checkbox').click()
  await goTo(desk, 'cards?status=inactive')
  await settled(desk)
  await rows(desk).first().getByRole('checkbox').click()
  await expect(bar(desk).getByText('2 selected')).toBeVisible()
  await bar(desk).getByRole('button', { name: 'Show' }).click()
  const chosen = desk.getByRole('dialog', { name: '2 selected' })
  await expect(chosen.getByRole('row')).toHaveCount(2)
  expect(await seriousViolations(desk)).toEqual([])
  await chosen
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click()
  await expect(desk.getByRole('dialog', { name: '1 selected' }).getByRole('row')).toHaveCount(1)
  await desk.getByRole('button', { name: 'Close' }).last().click()
  await expect(bar(desk).getByText('1 selected')).toBeVisible()
})

test('a CSV file is a list, too', async ({ desk }) => {
  await goTo(desk, 'cards?do=list')
  const chooser = desk.waitForEvent('filechooser')
  await dialog(desk).getByRole('button', { name: 'Open a CSV file…' }).click()
  await (
    await chooser
  ).setFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from('driver\nNobody At All\n') })
  await expect(dialog(desk).getByRole('status')).toHaveText('0 found · 2 not found')
})
