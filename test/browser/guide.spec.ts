import { seriousViolations } from './support/axe.ts'
import { expect, goTo, screenshot, speak, test } from './support/test.ts'

test('F1 opens the guide at the page for the screen, and its links lead from page to page', async ({ desk }) => {
  await desk.keyboard.press('F1')
  const guide = desk.getByRole('dialog', { name: 'Guide' })
  await expect(guide.getByRole('heading', { name: 'Find cards' })).toBeVisible()
  await expect(guide.getByRole('heading', { name: 'Find cards' })).toBeFocused()
  await expect
    .poll(() =>
      guide
        .getByRole('img')
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .not.toBe(0)
  await screenshot(desk, 'guide-en-light-1280x800')
  expect(await seriousViolations(desk)).toEqual([])
  await guide.getByRole('link', { name: 'disable a card' }).click()
  await expect(guide.getByRole('heading', { name: 'Disable and enable a card' })).toBeVisible()
  await guide.getByRole('button', { name: 'All pages' }).click()
  await expect(guide.getByRole('heading', { name: 'Guide' })).toBeVisible()
  expect(desk.url()).toContain('#/sandbox/cards')
  await desk.keyboard.press('Escape')
  await expect(guide).toHaveCount(0)
  await goTo(desk, 'webhook')
  await desk.getByRole('button', { name: 'Guide' }).click()
  await expect(guide.getByRole('heading', { name: 'Tell another program' })).toBeVisible()
  await desk.keyboard.press('F1')
  await expect(guide).toHaveCount(0)
})

test('in another language the guide says that it is in English', async ({ desk }) => {
  await speak(desk, 'de')
  await desk.emulateMedia({ colorScheme: 'dark' })
  await desk.keyboard.press('F1')
  await expect(desk.getByRole('dialog').getByText('Die Anleitung ist auf Englisch.')).toBeVisible()
  await screenshot(desk, 'guide-de-dark-1280x800')
  expect(await seriousViolations(desk)).toEqual([])
  await speak(desk, null)
})
