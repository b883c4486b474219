import { seriousViolations } from './support/axe.ts'
import { fits, LOOK, lookAtGerman, lookAtParts, lookIn } from './support/look.ts'
import type { BuiltService } from './support/built-service.ts'
import { startReferencePortal, type ReferencePortal } from './support/reference-portal.ts'
import { expect, goTo, rows, screenshot, speak, test as base, type Page } from './support/test.ts'

/** The portal of all tests of this file, which go on where the one before left it. */
const test = base.extend<object, { portal: ReferencePortal }>({
  portal: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads the fixtures' names from a pattern
    async ({}, use) => {
      const portal = await startReferencePortal(60)
      await use(portal)
      await portal.close()
    },
    { scope: 'worker' },
  ],
})
test.describe.configure({ mode: 'serial' })

interface ListedCard {
  id: string
  cardNumber: string
  providerCardId: string
}

const drifted = (desk: Page, card: ListedCard | undefined) =>
  desk.getByRole('listitem', { name: `Card ${card?.cardNumber} differs` })
const toasts = (desk: Page) => desk.getByRole('region', { name: 'Messages' })
const tab = (desk: Page, name: RegExp) => desk.getByRole('tab', { name })

const production = (desk: Page, place: string) => goTo(desk, place, 'production')

async function cardsThatAre(service: BuiltService, status: string): Promise<ListedCard[]> {
  const [project] = (await service.command('projects', 'list')) as { id: string }[]
  const page = (await service.command(
    'cards',
    'list',
    '--project',
    project?.id ?? '',
    '--environment',
    'production',
    '--status',
    status,
  )) as { docs: ListedCard[] }
  return page.docs
}

/** How many cards are marked as no longer reported. */
async function goneCards(service: BuiltService): Promise<number> {
  const [project] = (await service.command('projects', 'list')) as { id: string }[]
  const page = (await service.command(
    'cards',
    'list',
    '--project',
    project?.id ?? '',
    '--environment',
    'production',
    '--sync-status',
    'failed',
  )) as { total: number }
  return page.total
}

async function disable(desk: Page, card: ListedCard | undefined, reason = ''): Promise<void> {
  await production(desk, `cards?card=${card?.id}&do=disable`)
  await expect(desk.getByLabel('Note', { exact: true })).toBeFocused()
  await desk.keyboard.type(reason)
  await desk.getByRole('dialog').getByRole('button', { name: 'Disable card' }).click()
  await expect(desk.getByRole('dialog').getByRole('button', { name: 'Enable card' })).toBeVisible()
}

async function syncNow(desk: Page): Promise<void> {
  await production(desk, 'sync')
  const before = await rows(desk).count()
  await desk.getByRole('button', { name: 'Sync now' }).click()
  await expect(rows(desk)).toHaveCount(before + 1)
  await expect(rows(desk).first()).toContainText('Completed')
}

test('a portal is tested, connected and read', async ({ desk, portal }) => {
  await desk.goto(`${new URL(desk.url()).origin}/#/sandbox/sync`)
  await expect(desk.getByRole('heading', { name: 'A sandbox has no provider' })).toBeVisible()
  await desk.getByRole('button', { name: 'Go to production' }).click()
  await desk.getByRole('button', { name: 'Connect provider' }).click()
  const form = desk.getByRole('dialog', { name: 'Connect a provider' })
  await form.getByRole('button', { name: 'Connect provider' }).click()
  await expect(form.getByText('Enter the address of the portal.')).toBeVisible()
  await form.getByLabel('Address of the portal').fill('http://127.0.0.1:1')
  await form.getByLabel('Client ID', { exact: true }).fill(portal.clientId)
  await form.getByLabel('Client secret').fill('a wrong one')
  await form.getByRole('button', { name: 'Test connection' }).click()
  await expect(form.getByText('Nothing responds at this address')).toBeVisible()
  await form.getByLabel('Address of the portal').fill(portal.baseUrl)
  await form.getByRole('button', { name: 'Test connection' }).click()
  await expect(form.getByText('The credentials were refused')).toBeVisible()
  await form.getByLabel('Client secret').fill(portal.clientSecret)
  await form.getByRole('button', { name: 'Test connection' }).click()
  await expect(form.getByText('responds and lists cards')).toBeVisible()
  await form.getByRole('button', { name: 'Connect provider' }).click()
  await expect(form).toBeHidden()
  // Who connects wants to see cards: the first run begins by itself, and is seen as it ends.
  await expect(rows(desk).first()).toContainText('Completed')
  await expect(rows(desk).first()).toContainText('60')
  await expect(desk.getByText('Healthy')).toBeVisible()
  // Credentials are kept, and never come back to the page.
  await desk.getByRole('button', { name: 'Edit' }).click()
  await expect(desk.getByLabel('Client secret')).toHaveValue('')
  await expect(desk.getByLabel('Client secret')).toHaveAttribute('placeholder', 'saved: leave empty to keep it')
  await desk.keyboard.press('Escape')
  await desk.getByRole('button', { name: 'Change', exact: true }).click()
  await desk.getByRole('textbox', { name: 'Every' }).fill('30')
  await desk.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(desk.getByText('every 30 minutes')).toBeVisible()
})

test('a slow run shows how far it is and can be cancelled', async ({ desk, portal }) => {
  await portal.control('PUT', 'faults', { latencyMs: 30_000, routes: ['cards'] })
  await production(desk, 'sync')
  await desk.getByRole('button', { name: 'Sync now' }).click()
  await expect(desk.getByText('Reading the provider’s cards')).toBeVisible()
  await desk.getByRole('button', { name: 'Cancel run' }).click()
  await expect(rows(desk).first()).toContainText('Cancelled')
  await portal.control('PUT', 'faults', {})
})

test('a change that the provider refuses waits, drifts, and is resolved each way', async ({
  desk,
  portal,
  service,
}) => {
  const [ours, theirs] = await cardsThatAre(service, 'active')
  await portal.control('PUT', 'faults', {
    refuse: { '*': { code: 'contract_suspended', message: 'The contract of this card is suspended' } },
  })
  await disable(desk, ours)
  await disable(desk, theirs, 'Vehicle sold')
  await production(desk, 'sync?tab=pushes')
  await expect(rows(desk).filter({ hasText: 'Refused' })).toHaveCount(2)
  await expect(rows(desk).first()).toContainText('The contract of this card is suspended')
  // Fuel still flows, and that is what every place says where the card is seen.
  await production(desk, `cards?search=${ours?.cardNumber}`)
  await expect(rows(desk)).toContainText('Still active at the provider')
  await rows(desk).first().getByRole('button').click()
  const drawer = desk.getByRole('dialog')
  await expect(drawer.getByText('Still active at the provider').first()).toBeVisible()
  await expect(drawer.getByText('this card can still buy fuel')).toBeVisible()
  await expect(drawer.getByText('Inactive', { exact: true })).toHaveCount(0)
  await screenshot(desk, 'card-still-active-en-light-1280x800')
  await production(desk, 'overview')
  await expect(desk.getByRole('listitem').filter({ hasText: 'Still active at the provider' }).first()).toBeVisible()
  // Resending does not resolve it: the outcome is reported when it is known.
  await production(desk, 'sync?tab=pushes')
  await desk.getByRole('button', { name: `Send again: card ${ours?.cardNumber}` }).click()
  await expect(toasts(desk)).toContainText('1 change is being sent again')
  await expect(toasts(desk)).toContainText(/The change to card .* failed again: The contract of this card is suspended/)
  // Meanwhile both change on the portal's side.
  for (const card of [ours, theirs])
    await portal.control('PATCH', `cards/${card?.providerCardId}`, { driver: 'Someone else' })
  await portal.control('PUT', 'faults', {})
  await syncNow(desk)
  await tab(desk, /^Differences/).click()
  await expect(tab(desk, /^Differences 2/)).toBeVisible()
  await expect(drifted(desk, ours).getByRole('group', { name: 'Ours' })).toContainText('Inactive')
  await expect(drifted(desk, ours).getByRole('group', { name: 'The provider’s' })).toContainText('Active')
  await drifted(desk, theirs).getByRole('button', { name: 'Accept theirs' }).click()
  const confirm = desk.getByRole('dialog')
  await expect(confirm).toContainText('This card can then buy fuel: it is not active here, but becomes active')
  await expect(confirm).toContainText('It was disabled for this reason: “Vehicle sold”.')
  await expect(confirm).toContainText('cannot be undone')
  await expect(confirm.getByRole('textbox')).toHaveCount(0)
  await screenshot(desk, 'sync-accept-theirs-en-light-1280x800')
  // Enter does not act: the focus opens on nothing that does.
  await desk.keyboard.press('Enter')
  await expect(drifted(desk, theirs)).toHaveCount(1)
  await drifted(desk, theirs).getByRole('button', { name: 'Accept theirs' }).click()
  await confirm.getByRole('button', { name: 'Accept theirs' }).click()
  await expect(toasts(desk)).toContainText('1 card now has the provider’s values')
  await expect(drifted(desk, theirs)).toHaveCount(0)
  expect((await cardsThatAre(service, 'active')).map(({ id }) => id)).toContain(theirs?.id)
  await drifted(desk, ours).getByRole('button', { name: 'Send ours again' }).click()
  await expect(toasts(desk)).toContainText('1 card is being sent to the provider again')
  await expect(toasts(desk)).toContainText(/The provider confirmed the change to card/)
  await expect(desk.getByRole('heading', { name: 'Both sides agree' })).toBeVisible()
  await tab(desk, /^Pending changes/).click()
  await expect(desk.getByRole('heading', { name: 'Nothing pending' })).toBeVisible()
  await expect.poll(() => portal.control('GET', `cards/${ours?.providerCardId}`)).toMatchObject({ status: 'inactive' })
})

test('many are resolved at once by typing their number, and what failed is sent again', async ({
  desk,
  portal,
  service,
}) => {
  // Not those of the previous test: the portal's next list of changes names them once more.
  const cards = (await cardsThatAre(service, 'active')).slice(-3)
  await portal.control('PUT', 'faults', { refuse: { '*': { code: 'closed', message: 'Closed for maintenance' } } })
  const ids = cards.map(({ id }) => id)
  await service.command(
    'cards',
    'bulk',
    'disable',
    '--environment',
    'production',
    '--confirm',
    '3',
    '--apply',
    '--card',
    ...ids,
  )
  // Done here is not done at the provider, and the job's result says so.
  await production(desk, 'activity?log=jobs')
  await desk.getByRole('button', { name: 'Open result' }).first().click()
  const results = desk.getByRole('dialog').getByRole('table')
  await expect(results.getByText('Still active at the provider')).toHaveCount(3)
  await expect(results.getByText('Closed for maintenance')).toHaveCount(3)
  await expect(results.getByText('Done', { exact: true })).toHaveCount(0)
  await screenshot(desk, 'job-refused-en-light-1280x800')
  await desk.keyboard.press('Escape')
  await expect(results).toHaveCount(0)
  await production(desk, 'sync?tab=pushes')
  await expect(rows(desk).filter({ hasText: 'Closed for maintenance' })).toHaveCount(3)
  for (const card of cards) await portal.control('PATCH', `cards/${card.providerCardId}`, { driver: 'Someone else' })
  await syncNow(desk)
  await tab(desk, /^Differences 3/).click()
  await desk.getByLabel('Select all on this page').check()
  await expect(desk.getByRole('button', { name: 'Send ours again (3)' })).toBeVisible()
  await desk.getByLabel(`Select card ${cards[2]?.cardNumber}`).uncheck()
  await screenshot(desk, 'sync-drift-en-light-1280x800')
  expect(await seriousViolations(desk)).toEqual([])
  await desk.getByRole('button', { name: 'Accept theirs (2)' }).click()
  const confirm = desk.getByRole('dialog')
  await expect(confirm.getByRole('button', { name: 'Accept theirs (2)' })).toBeDisabled()
  await confirm.getByRole('textbox').fill('2')
  await desk.keyboard.press('Enter')
  await expect(tab(desk, /^Differences 1/)).toBeVisible()
  await tab(desk, /^Pending changes/).click()
  await expect(rows(desk)).toHaveCount(1)
  await screenshot(desk, 'sync-pushes-en-light-1280x800')
  expect(await seriousViolations(desk)).toEqual([])
  await portal.control('PUT', 'faults', {})
  await rows(desk)
    .first()
    .getByRole('button', { name: /^Send again: card/ })
    .click()
  await expect(desk.getByRole('heading', { name: 'Nothing pending' })).toBeVisible()
})

test('a list that lacks too many cards is not believed until their number is typed', async ({
  desk,
  portal,
  service,
}) => {
  const vanished = Array.from({ length: 14 }, (_, index) => `PC1-${String(index + 41).padStart(7, '0')}`)
  await portal.control('PUT', 'faults', { vanish: vanished })
  await production(desk, 'sync')
  await desk.getByRole('button', { name: 'Other ways to sync' }).click()
  await expect(desk.getByRole('menuitem')).toHaveCount(1)
  await desk.getByRole('menuitem', { name: /^Read everything again/ }).click()
  const refused = desk
    .getByRole('region', { name: 'Provider', exact: true })
    .getByRole('button', { name: 'Accept that 14 cards are gone' })
  await expect(refused).toBeVisible()
  // The run's own line offers it as well.
  await expect(rows(desk).first().getByRole('button', { name: 'Accept that 14 cards are gone' })).toBeVisible()
  expect(await goneCards(service)).toBe(0)
  await screenshot(desk, 'sync-refused-en-light-1280x800')
  expect(await seriousViolations(desk)).toEqual([])
  await refused.click()
  const confirm = desk.getByRole('dialog', { name: 'Accept that 14 cards are gone?' })
  const accept = confirm.getByRole('button', { name: 'Mark 14 cards as gone' })
  await confirm.getByRole('textbox').fill('60')
  await expect(accept).toBeDisabled()
  await confirm.getByRole('textbox').fill('14')
  await screenshot(desk, 'sync-accept-missing-en-light-1280x800')
  expect(await seriousViolations(desk)).toEqual([])
  await speak(desk, 'de')
  await desk.emulateMedia({ colorScheme: 'dark' })
  await desk.setViewportSize({ width: 900, height: 700 })
  await production(desk, 'sync')
  await expect(desk.getByRole('button', { name: '14 fehlende Karten bestätigen' }).first()).toBeVisible()
  await screenshot(desk, 'sync-refused-de-dark-900x700')
  await fits(desk, 'sync-refused')
  expect(await seriousViolations(desk)).toEqual([])
  await speak(desk, null)
  await desk.setViewportSize({ width: 1280, height: 800 })
  await refused.click()
  await confirm.getByRole('textbox').fill('14')
  await accept.click()
  await expect(confirm).toHaveCount(0)
  await expect(rows(desk).first()).toContainText('Completed')
  await expect(refused).toHaveCount(0)
  expect(await goneCards(service)).toBe(14)
  await portal.control('PUT', 'faults', {})
  await desk.getByRole('button', { name: 'Other ways to sync' }).click()
  await desk.getByRole('menuitem', { name: /^Read everything again/ }).click()
  await expect.poll(() => goneCards(service)).toBe(0)
})

for (const scheme of ['light', 'dark'] as const) {
  test(`every part of it is sound in the ${scheme} theme`, lookIn(scheme), async ({ desk }) => {
    await desk.emulateMedia({ colorScheme: scheme })
    await lookAtParts(
      desk,
      [
        ['sync', 'sync', 'Duration'],
        ['sync-schedule', 'sync?do=schedule', 'Sync schedule'],
        ['sync-connect', 'sync?do=connect', 'Change the connection'],
        ['sync-disconnect', 'sync?do=disconnect', 'Disconnect the provider?'],
        ['sync-orders', 'sync?tab=orders', 'No change orders'],
      ],
      scheme,
      production,
    )
  })
}

test('in German nothing is cut or wider than the window', LOOK, async ({ desk }) => {
  await speak(desk, 'de')
  await lookAtGerman(
    desk,
    [
      ['sync', 'sync', 'Dauer'],
      ['sync-connect', 'sync?do=connect', 'Verbindung ändern'],
      ['sync-pushes', 'sync?tab=pushes', 'Nichts ausstehend'],
    ],
    production,
  )
  await speak(desk, null)
})

test('a run that fails for its credentials says why in German, with the words of the service beside it', async ({
  desk,
  portal,
  service,
}) => {
  await portal.control('PUT', 'faults', { rejectTokens: true })
  await speak(desk, 'de')
  await production(desk, 'sync')
  await desk.getByRole('button', { name: 'Jetzt abgleichen' }).click()
  const card = desk.getByRole('region', { name: 'Anbieter', exact: true })
  await expect(card).toContainText(
    'Die Zugangsdaten wurden abgelehnt. Prüfen Sie Client-ID und Secret oder fordern Sie beim Anbieter neue an.',
  )
  await expect(card).toContainText('Meldung des Dienstes (englisch): The portal does not accept the credentials (401).')
  await expect(rows(desk).first()).toContainText('Die Zugangsdaten wurden abgelehnt.')
  await rows(desk).first().getByText('Fehlgeschlagen').hover()
  await expect(desk.getByRole('tooltip')).toContainText('Meldung des Dienstes (englisch)')
  await screenshot(desk, 'sync-failed-de-light-1280x800')
  expect(await seriousViolations(desk)).toEqual([])
  await desk.emulateMedia({ colorScheme: 'dark' })
  await desk.setViewportSize({ width: 900, height: 700 })
  await screenshot(desk, 'sync-failed-de-dark-900x700')
  await fits(desk, 'sync-failed')
  await production(desk, 'overview')
  await expect(desk.getByText('Die Zugangsdaten wurden abgelehnt.', { exact: false })).toHaveAttribute(
    'title',
    /englisch/,
  )
  await screenshot(desk, 'overview-sync-failed-de-dark-900x700')
  await speak(desk, null)
  await production(desk, 'sync')
  await desk.setViewportSize({ width: 1280, height: 800 })
  await screenshot(desk, 'sync-failed-en-dark-1280x800')
  await portal.control('PUT', 'faults', {})
  // The code is for the languages of the app: what programs read is as it was.
  const [project] = (await service.command('projects', 'list')) as { id: string }[]
  const {
    docs: [run],
  } = (await service.command('sync', 'runs', '--project', project?.id ?? '')) as { docs: object[] }
  expect(run).toMatchObject({ state: 'failed', error: expect.stringMatching(/^The portal does not accept/) })
  expect(run).not.toHaveProperty('failureKind')
})

test('without a portal, changes become orders that are downloaded', async ({ desk, service }) => {
  await production(desk, 'sync?do=disconnect')
  await desk.getByRole('button', { name: 'Disconnect provider' }).click()
  await expect(desk.getByText('No provider is connected')).toBeVisible()
  await desk.getByRole('button', { name: 'Connect provider' }).click()
  await desk.getByRole('radio', { name: /Card lists as files/ }).check()
  await desk.getByRole('dialog').getByRole('button', { name: 'Connect provider' }).click()
  await expect(desk.getByText('handed over as orders')).toBeVisible()
  const [card] = await cardsThatAre(service, 'active')
  await disable(desk, card)
  await production(desk, 'sync?tab=orders')
  await expect(rows(desk)).toHaveCount(1)
  await expect(rows(desk).first()).toContainText('Not yet')
  const download = desk.waitForEvent('download')
  await desk.getByRole('button', { name: 'Download 1 new order' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.csv$/)
  await expect(rows(desk).first()).toContainText('just now')
  await expect(desk.getByRole('button', { name: 'Download 0 new orders' })).toBeDisabled()
})
