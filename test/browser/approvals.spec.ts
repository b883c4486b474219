import { seriousViolations } from './support/axe.ts'
import { fits } from './support/look.ts'
import { callService, expect, goTo, screenshot, speak, test, type Page } from './support/test.ts'

const group = (desk: Page, name: string) => desk.getByRole('region', { name, exact: true })

test('what needs a second person is asked for with a reason, and waits on the list', async ({ desk, service }) => {
  await goTo(desk, 'settings?section=approvals', 'production')
  const rule = group(desk, 'Second pair of eyes')
  await expect(group(desk, 'Requests').getByText('Nothing waits')).toBeVisible()
  await rule.getByText('Ask a second person').click()
  await rule.getByRole('button', { name: 'Save' }).click()
  await expect(desk.getByText('Settings saved')).toBeVisible()

  await goTo(desk, 'access', 'production')
  await desk.getByRole('button', { name: 'Create key' }).first().click()
  const dialog = desk.getByRole('dialog')
  await expect(dialog.getByText('This needs a second person')).toBeVisible()
  await dialog.getByLabel('Name').fill('Fleet software')
  await screenshot(desk, 'approvals-needed-en-light-1280x800')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const ask = desk.getByRole('dialog', { name: 'Ask for approval' })
  await ask.getByLabel('Reason').fill('The new telematics system reads the cards')
  await screenshot(desk, 'approvals-ask-en-light-1280x800')
  await ask.getByRole('button', { name: 'Ask' }).click()
  await expect(desk.getByText('Asked. You are told when someone decides.')).toBeVisible()
  await desk.keyboard.press('Escape')

  await goTo(desk, 'settings?section=approvals', 'production')
  const requests = group(desk, 'Requests')
  await expect(requests.getByText('Create the live API key “Fleet software”')).toBeVisible()
  await expect(requests.getByText('Reason: The new telematics system reads the cards')).toBeVisible()
  await expect(requests.getByRole('button', { name: 'Approve…' })).toHaveCount(0)
  await screenshot(desk, 'approvals-en-light-1280x800')
  expect(await seriousViolations(desk)).toEqual([])
  await callService(desk, 'settings.update', { theme: 'dark' })
  for (const [language, words] of [
    ['de', 'Von Ihnen angefragt'],
    ['fr', 'Demandé par vous'],
    ['nl', 'Door u gevraagd'],
  ] as const) {
    await speak(desk, language)
    await expect(desk.getByText(words).first()).toBeVisible()
    await fits(desk, language)
    if (language === 'de') await screenshot(desk, 'approvals-de-dark-1280x800')
  }
  await speak(desk, 'en')
  await requests.getByRole('button', { name: 'Withdraw' }).click()
  await expect(requests.getByText('Withdrawn', { exact: true })).toBeVisible()
  // The machine's own command line passes.
  expect(await service.command('approvals', 'rule', '--off')).toEqual({ enabled: false, bulkOver: 50 })
})
