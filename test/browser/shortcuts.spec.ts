import { seriousViolations } from './support/axe.ts'
import { expect, goTo, settled, test } from './support/test.ts'

test('a question mark lists the shortcuts of the screen, but not while somebody types one', async ({ desk }) => {
  await goTo(desk, 'cards')
  await settled(desk)
  const dialog = desk.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await desk.getByRole('textbox', { name: 'Search' }).click()
  await desk.keyboard.type('?')
  await expect(desk.getByRole('textbox', { name: 'Search' })).toHaveValue('?')
  await expect(dialog).toBeHidden()
  await desk.keyboard.press('Escape')
  await desk.getByRole('heading', { name: 'Cards' }).click()
  await desk.keyboard.press('?')
  await expect(dialog.getByRole('row', { name: 'Disable the card or the selection' })).toContainText('D')
  expect(await seriousViolations(desk)).toEqual([])
  await desk.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await goTo(desk, 'overview')
  await settled(desk)
  await desk.keyboard.press('?')
  await expect(dialog.getByRole('row', { name: 'Search and commands' })).toBeVisible()
  await expect(dialog.getByRole('row', { name: 'Disable the card' })).toHaveCount(0)
})
