import { seriousViolations } from './support/axe.ts'
import { startBuiltService } from './support/built-service.ts'
import { expect, openCards, rows, screenshot, test } from './support/test.ts'

test('a service without the demo leads from nothing to cards', async ({ page }) => {
  const service = await startBuiltService(['--no-demo'])
  try {
    await page.goto(await service.link())
    await expect(page.getByRole('heading', { name: 'Create your first project' })).toBeVisible()
    await screenshot(page, 'first-project-light')
    expect(await seriousViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Create project' }).click()
    await expect(page.getByText('Enter a name.')).toBeVisible()
    await page.getByLabel('Name').fill('Northern depot')
    await page.keyboard.press('Enter')
    await openCards(page)
    await expect(page.getByRole('heading', { name: 'No cards in this sandbox yet' })).toBeVisible()
    await screenshot(page, 'cards-new-light')
    expect(await seriousViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Create 100 mock cards' }).click()
    await expect(page.getByText('100 cards', { exact: true })).toBeVisible()
    await expect(rows(page)).toHaveCount(50)
  } finally {
    await service.dispose()
  }
})
