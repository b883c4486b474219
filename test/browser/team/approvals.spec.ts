import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { seriousViolations } from '../support/axe.ts'
import { fits } from '../support/look.ts'
import { secondPerson } from '../support/second-person.ts'
import { callService, expect, goTo, rows, screenshot, speak, test, type Page } from '../support/test.ts'

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
  await expect(desk.getByText('Asked. You’ll hear when someone decides.')).toBeVisible()
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

test('one asks, another approves, and the asker collects the key; each dialog says so beforehand', async ({
  desk,
  service,
  browser,
}) => {
  await speak(desk, 'en')
  await callService(desk, 'settings.update', { theme: 'light' })
  await service.command('approvals', 'rule', '--on')
  const [project] = (await callService(desk, 'projects.list', {})) as { id: string }[]
  const { page } = await secondPerson(browser, desk, service, {
    name: 'Nina Roth',
    projectId: project?.id ?? '',
    role: 'manager',
  })
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  await goTo(page, 'access', 'production')
  await page.getByRole('button', { name: 'Create key' }).first().click()
  await page.getByRole('dialog').getByLabel('Name').fill('Telematics')
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
  const ask = page.getByRole('dialog', { name: 'Ask for approval' })
  await ask.getByLabel('Reason').fill('The telematics system reads the cards')
  await ask.getByRole('button', { name: 'Ask' }).click()
  await expect(page.getByText('Asked. You’ll hear when someone decides.')).toBeVisible()

  await desk.getByRole('link', { name: 'Show' }).click()
  const requests = group(desk, 'Requests')
  await expect(requests.getByText('Create the live API key “Telematics”')).toBeVisible()
  await screenshot(desk, 'approvals-waits-en-light-1280x800')
  await requests.getByRole('button', { name: 'Approve…' }).click()
  const decide = desk.getByRole('dialog')
  await expect(decide.getByText('The telematics system reads the cards')).toBeVisible()
  await screenshot(desk, 'approvals-decide-en-light-1280x800')
  expect(await seriousViolations(desk)).toEqual([])
  await decide.getByRole('button', { name: 'Approve and carry out' }).click()
  await expect(decide).toHaveCount(0)

  await goTo(page, 'settings?section=approvals', 'production')
  await screenshot(page, 'approvals-approved-en-light-1280x800')
  await group(page, 'Requests').getByRole('button', { name: 'Collect the secret…' }).click()
  await expect(page.getByRole('dialog').getByRole('textbox')).toHaveValue(/^\S{20,}$/)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(group(page, 'Requests').getByRole('button', { name: 'Collect the secret…' })).toHaveCount(0)

  const needed = desk.getByRole('dialog').getByText('This needs a second person')
  await goTo(desk, 'access', 'production')
  await desk
    .getByRole('row', { name: /Telematics/ })
    .getByRole('button', { name: /Roll/ })
    .click()
  await expect(needed).toBeVisible()
  await screenshot(desk, 'approvals-roll-en-light-1280x800')
  await desk.keyboard.press('Escape')
  await callService(desk, 'settings.update', { theme: 'dark' })
  await goTo(desk, 'webhook', 'production')
  await desk.getByRole('button', { name: 'Create webhook' }).first().click()
  await expect(needed).toBeVisible()
  await screenshot(desk, 'approvals-webhook-en-dark-1280x800')
  expect(await seriousViolations(desk)).toEqual([])
  await desk.keyboard.press('Escape')
  await page.context().close()

  await goTo(desk, 'settings?section=backup', 'production')
  await desk.getByRole('button', { name: 'Back up now' }).click()
  await desk.getByRole('row').last().getByRole('button', { name: 'Restore' }).click()
  await desk
    .getByRole('dialog')
    .getByRole('button', { name: /^Restore the backup of/ })
    .click()
  await desk.getByRole('button', { name: 'Release…' }).click()
  await expect(needed).toBeVisible()
  await screenshot(desk, 'approvals-release-en-dark-1280x800')
  await desk.getByRole('dialog').getByRole('button', { name: 'Release Production' }).click()
  await expect(desk.getByRole('dialog', { name: 'Ask for approval' })).toBeVisible()
})

test('in production a hand-over of many asks for the number and for a second person, and one card is one click', async ({
  desk,
  service,
}, { outputDir }) => {
  const [project] = (await callService(desk, 'projects.list', {})) as { id: string }[]
  const year = new Date().getFullYear() + 1
  const old = [0, 1, 2, 3].map((at) => `70000000000001${at}`)
  const fresh = (at: number) => `70000000000002${at}`
  const lines = [
    'Card number;Status;Licence plate;Driver;Reference;Valid until;Replaces card',
    ...old.map((number, at) => `${number};active;B-HO ${at};Erika;Q-${at};01/${year};`),
    // The last one is named only by the list that hands over.
    ...old.map((number, at) => `${fresh(at)};new;;;;12/2031;${at < 3 ? number : ''}`),
  ]
  mkdirSync(outputDir, { recursive: true })
  const file = join(outputDir, 'fleet.csv')
  writeFileSync(file, lines.join('\n'))
  const place = ['--project', project?.id ?? '', '--environment', 'production']
  expect(await service.command('cards', 'import', file, ...place, '--apply')).toMatchObject({ create: 8, refuse: [] })
  await service.command('approvals', 'rule', '--on', '--over', '1')

  await goTo(desk, 'cards?expiring=all', 'production')
  await desk.getByRole('button', { name: 'Hand over all 3 that arrived…' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Hand over all that arrived' })
  await expect(dialog.getByText('This needs a second person')).toBeVisible()
  const button = dialog.getByRole('button', { name: 'Hand over 3', exact: true })
  await expect(button).toBeDisabled()
  await dialog.getByLabel('Type 3 to confirm').fill('3')
  await button.click()
  const ask = desk.getByRole('dialog', { name: 'Ask for approval' })
  await ask.getByLabel('Reason').fill('The quarter ends')
  await ask.getByRole('button', { name: 'Ask' }).click()
  await expect(desk.getByText('Asked. You’ll hear when someone decides.')).toBeVisible()

  await goTo(desk, 'cards?do=activate-file', 'production')
  const chooser = desk.waitForEvent('filechooser')
  await desk.getByRole('dialog').getByRole('button', { name: 'Choose a file' }).click()
  const list = [
    'Card number;Licence plate;Driver;Replaces card',
    `${fresh(3)};;;${old[3]}`,
    `${fresh(2)};B-HO 9;Otto;`,
    `${fresh(1)};;;70000000000000099`,
  ]
  await (await chooser).setFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(list.join('\n')) })
  const preview = desk.getByRole('dialog', { name: 'Activate cards from a file' })
  await expect(preview).toContainText('1 card takes the place of another, which is disabled as replaced')
  await expect(preview).toContainText('2 cards will be activated')
  await expect(preview).toContainText('No card has the number of the replaced card')
  await expect(preview.getByText('This needs a second person')).toBeVisible()
  await preview.getByLabel('Type 2 to confirm').fill('2')
  await preview.getByRole('button', { name: 'Activate 2 cards' }).click()
  await ask.getByLabel('Reason').fill('A stack of new cards')
  await ask.getByRole('button', { name: 'Ask' }).click()
  await expect(ask).toBeHidden()
  await desk.keyboard.press('Escape')
  await goTo(desk, 'settings?section=approvals', 'production')
  const requests = group(desk, 'Requests')
  await expect(requests.getByText('Hand over 3 cards to their replacements')).toBeVisible()
  await expect(requests.getByText('1 card takes the place of another, which is disabled as replaced')).toBeVisible()
  // Whoever approves it sees what each card would get.
  const given = requests.getByRole('list', { name: 'Rows of the file' }).getByRole('listitem')
  await expect(given).toHaveCount(3)
  await expect(given.nth(0)).toContainText(`replaces ${old[3]}`)
  await expect(given.nth(1)).toContainText('B-HO 9 · Otto')
  expect(await seriousViolations(desk)).toEqual([])

  await goTo(desk, 'cards?expiring=all&state=arrived', 'production')
  const first = rows(desk).first()
  await first.getByRole('button', { name: /^Hand over card/ }).click()
  await expect(first).toContainText('Handed over')
  // Nobody has told a provider yet: both are wishes, which the next list of orders carries.
  const orders = (await service.command('orders', 'list', '--project', project?.id ?? '')) as { total: number }
  expect(orders.total).toBe(2)
  await goTo(desk, 'cards?search=B-HO%200', 'production')
  await expect(rows(desk)).toHaveCount(2)
  await expect(rows(desk).filter({ hasText: 'Pending' })).toHaveCount(2)
  await service.command('approvals', 'rule', '--off')
})
