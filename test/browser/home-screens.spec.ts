import { readFile } from 'node:fs/promises'
import { seriousViolations } from './support/axe.ts'
import { fits, lookIn } from './support/look.ts'
import { callService, expect, goTo, rows, screenshot, speak, test, type Page } from './support/test.ts'

const toasts = (desk: Page) => desk.getByRole('region', { name: 'Messages' })
const dialog = (desk: Page) => desk.getByRole('dialog')
const part = (desk: Page, name: string) => desk.getByRole('region', { name, exact: true })

/** A tile of the overview: its status, its number, and how that changed. */
const tileOf = (desk: Page, status: string, count: string) =>
  desk.getByRole('link', { name: new RegExp(`^${status} ${count} .*in 7 days$`) })

/** The project, which every call of a test names. */
async function firstProject(desk: Page): Promise<string> {
  const [project] = (await callService(desk, 'projects.list', {})) as { id: string }[]
  return project?.id ?? ''
}

test('the overview shows the state of the fleet, and each number leads to its cards', async ({ desk }) => {
  await goTo(desk, 'overview')
  for (const [tile, count] of [
    ['Active', '34'],
    ['Inactive', '8'],
    ['New', '6'],
  ] as const)
    await expect(tileOf(desk, tile, count)).toBeVisible()
  await expect(part(desk, 'Cards by status').locator('svg.recharts-surface')).toBeVisible()
  await expect(part(desk, 'Expiring').getByRole('link', { name: '3 within 30 days' })).toBeVisible()
  await expect(part(desk, 'Expiring').getByRole('row')).toHaveCount(8)
  await part(desk, 'Needs attention').getByRole('link', { name: 'Open card', exact: true }).click()
  await expect(dialog(desk).getByText('Card is blocked at the provider').first()).toBeVisible()
  await desk.goBack()
  await expect(desk.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  await tileOf(desk, 'Inactive', '8').click()
  await expect(desk.getByText('8 matches')).toBeVisible()
})

test('the overview follows changes made elsewhere, and shows a failure', async ({ desk }) => {
  const projectId = await firstProject(desk)
  await goTo(desk, 'overview')
  const { docs } = (await callService(desk, 'cards.list', {
    projectId,
    environment: 'sandbox',
    query: { status: 'active', limit: 1 },
  })) as { docs: { id: string }[] }
  const card = { projectId, environment: 'sandbox', cardId: docs[0]?.id }
  await callService(desk, 'cards.disable', card)
  await expect(tileOf(desk, 'Inactive', '9')).toBeVisible()
  await callService(desk, 'cards.enable', card)
  await expect(tileOf(desk, 'Inactive', '8')).toBeVisible()
  await desk.route('**/bridge/call/overview.get', (route) =>
    route.fulfill({
      json: { ok: false, error: { code: 'error.internal', message: 'Broken', requestId: 'a-request-id' } },
    }),
  )
  await desk.getByRole('button', { name: 'Refresh' }).click()
  await expect(desk.getByRole('alert')).toContainText('a-request-id')
  await desk.unrouteAll()
  await desk.getByRole('button', { name: 'Try again' }).click()
  await expect(tileOf(desk, 'Active', '34')).toBeVisible()
})

test('rate limits, networks and the theme are stored, and the language switches at once', async ({ desk }) => {
  await goTo(desk, 'settings?section=service')
  const limits = part(desk, 'Rate limits')
  await limits.getByLabel('Sandbox').fill('250')
  await limits.getByRole('button', { name: 'Save' }).click()
  await expect(toasts(desk)).toContainText('Settings saved')
  const networks = part(desk, 'Allowed private destinations')
  await networks.getByLabel('Network to allow').fill('10.20.0.0/99')
  await desk.keyboard.press('Enter')
  await expect(networks.getByLabel('Network to allow')).toHaveAccessibleDescription(
    /“10\.20\.0\.0\/99” is not a network/,
  )
  await networks.getByLabel('Network to allow').fill('10.20.0.0/16')
  await desk.keyboard.press('Enter')
  await expect(networks.getByRole('listitem')).toHaveText('10.20.0.0/16')
  await desk.reload()
  await expect(limits.getByLabel('Sandbox')).toHaveValue(/^250 /)
  await networks.getByRole('button', { name: 'No longer allow 10.20.0.0/16' }).click()
  await expect(networks.getByText('None: public')).toBeVisible()
  await desk.getByRole('link', { name: 'Appearance' }).click()
  await desk.getByText('Dark', { exact: true }).click()
  await expect(desk.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await desk.getByLabel('Language').last().selectOption('Deutsch')
  await expect(desk.getByRole('heading', { name: 'Einstellungen', level: 1 })).toBeVisible()
  await callService(desk, 'settings.update', { theme: 'auto' })
  await expect(desk.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  await speak(desk, null)
})

test('the sandbox clock is moved on and back, and says what that brings', async ({ desk }) => {
  await goTo(desk, 'settings?section=sandbox')
  const clock = part(desk, 'Sandbox clock')
  await clock.getByRole('button', { name: '+1 day' }).click()
  await expect(clock.getByText('1 day ahead of real time')).toBeVisible()
  await clock.getByLabel('How far').fill('5')
  await clock.getByLabel('Unit of time').selectOption('hours')
  await clock.getByRole('button', { name: 'Advance 5 hours' }).click()
  await expect(clock.getByText('1 day and 5 hours ahead of real time')).toBeVisible()
  await clock.getByRole('button', { name: 'Reset clock' }).click()
  await expect(dialog(desk)).toContainText('What is still due moves back with it')
  await dialog(desk).getByRole('button', { name: 'Reset clock' }).click()
  await expect(clock.getByText('Same as real time')).toBeVisible()
})

test('a project is created, renamed, archived and deleted by its typed name', async ({ desk }) => {
  await goTo(desk, 'settings?section=projects&do=create')
  await dialog(desk).getByLabel('Name').fill('Southern depot')
  await desk.keyboard.press('Enter')
  const row = rows(desk).filter({ hasText: 'depot' })
  await expect(row).toContainText('In use')
  await row.getByRole('button', { name: 'Rename' }).click()
  await dialog(desk).getByLabel('Name').fill('Western depot')
  await desk.keyboard.press('Enter')
  await row.getByRole('button', { name: 'Archive the project Western depot' }).click()
  await dialog(desk).getByRole('button', { name: 'Archive project' }).click()
  await expect(row).toContainText('archived')
  await row.getByRole('button', { name: 'Delete the project Western depot' }).click()
  await expect(dialog(desk).getByRole('button', { name: 'Delete project' })).toBeDisabled()
  await dialog(desk).getByLabel('Type “Western depot”').fill('Western depot')
  await dialog(desk).getByRole('button', { name: 'Delete project' }).click()
  await expect(row).toHaveCount(0)
  await expect(toasts(desk)).toContainText('A backup made just before')
})

test('a request runs as a key, and stands in the log as it comes', async ({ desk }) => {
  const projectId = await firstProject(desk)
  await callService(desk, 'keys.create', { projectId, environment: 'sandbox', name: 'Console key' })
  await goTo(desk, 'access?do=console')
  const answer = part(desk, 'Response')
  await desk.getByLabel('Key', { exact: true }).selectOption({ index: 0 })
  await desk.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(answer).toContainText('200 OK')
  await expect(answer).toContainText('"docs"')
  await answer.getByRole('tab', { name: /^Headers/ }).click()
  await expect(answer.getByRole('tabpanel')).toContainText(/x-ratelimit-limit/i)
  await desk.getByLabel('Operation').selectOption('PATCH /cards/{cardId}')
  await desk.getByLabel('Body').first().fill('{"driver": }')
  await expect(desk.getByText('This is not valid JSON')).toBeVisible()
  await desk.keyboard.press('Control+Enter')
  await expect(answer).toContainText('400 Bad Request')
  expect(await seriousViolations(desk)).toEqual([])

  await goTo(desk, 'activity?log=requests')
  await expect(rows(desk)).toHaveCount(2)
  await desk.getByRole('search').getByRole('button', { name: 'Status' }).click()
  await desk.getByRole('menuitemradio', { name: '4xx, refused' }).click()
  await expect(rows(desk)).toHaveCount(1)
  await rows(desk).first().getByRole('button').click()
  await expect(desk.getByText(`/v1/projects/${projectId}/cards/`).first()).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Copy the request ID' })).toBeVisible()
  // Why it was refused, and what it had asked.
  await expect(desk.getByRole('group', { name: 'Refused because' })).toContainText('error.invalid_json')
  await expect(desk.getByRole('group', { name: 'Body' })).toContainText('(12 bytes that are no JSON)')
  await expect(desk.getByText('Values that may name a person are left out.')).toBeVisible()
  expect(await seriousViolations(desk)).toEqual([])
  // Another program asks: the list says so, and stays where it is until it is asked to show.
  await desk.request.get(`${new URL(desk.url()).origin}/v1/projects/${projectId}/cards`)
  await desk.getByRole('button', { name: /1 changed/ }).click()
  await expect(rows(desk).filter({ hasText: 'no valid key' })).toHaveCount(1)
})

test('the audit log narrows to one card and goes out as a file', async ({ desk }) => {
  const projectId = await firstProject(desk)
  const { docs } = (await callService(desk, 'cards.list', {
    projectId,
    environment: 'sandbox',
    query: { status: 'active', limit: 2, sortField: 'driver', sortDirection: 'asc' },
  })) as { docs: { id: string; cardNumber: string }[] }
  for (const { id } of docs) await callService(desk, 'cards.disable', { projectId, environment: 'sandbox', cardId: id })
  await goTo(desk, 'activity')
  await desk.getByRole('search').getByRole('button', { name: 'Card' }).click()
  const number = docs[0]?.cardNumber ?? 'no card'
  await desk.getByPlaceholder('Number, plate or driver').fill(number)
  await desk.getByRole('listitem').getByRole('button', { name: number }).click()
  const { total } = (await callService(desk, 'audit.list', { kind: 'sandbox', targetId: docs[0]?.id })) as {
    total: number
  }
  await expect(rows(desk)).toHaveCount(total)
  expect(desk.url()).toContain(`of=${docs[0]?.id}`)
  await desk.getByRole('button', { name: 'Remove the filter Card' }).click()
  await expect(rows(desk).nth(1)).toBeVisible()
  const [download] = await Promise.all([
    desk.waitForEvent('download'),
    desk.getByRole('button', { name: 'Export' }).click(),
  ])
  expect(await readFile(await download.path(), 'utf8')).toContain(docs[0]?.id ?? 'no card')
  for (const { id } of docs) await callService(desk, 'cards.enable', { projectId, environment: 'sandbox', cardId: id })
})

test('a backup is made and restored; nothing is sent until the environment is released', async ({ desk }) => {
  await goTo(desk, 'settings?section=backup')
  await part(desk, 'Back up now').getByRole('button', { name: 'Back up now' }).click()
  await expect(toasts(desk)).toContainText('Backup created')
  await rows(desk).first().getByRole('button', { name: 'Restore' }).click()
  await expect(dialog(desk)).toContainText('nothing is sent')
  await dialog(desk)
    .getByRole('button', { name: /^Restore the backup of/ })
    .click()
  // Whoever restored goes on in the page.
  const banner = desk.getByText('nothing is sent until you release it')
  await expect(banner).toBeVisible({ timeout: 30_000 })
  await screenshot(desk, 'held-light')
  expect(await seriousViolations(desk)).toEqual([])
  // What is asked for meanwhile says why it does not begin, and has the way on.
  await goTo(desk, 'cards?status=active')
  await rows(desk).first().getByRole('checkbox').click()
  await desk.getByRole('toolbar', { name: 'Selected cards' }).getByRole('button', { name: 'Disable' }).click()
  await dialog(desk).getByRole('button', { name: 'Disable 1 card' }).click()
  const job = desk.getByRole('region', { name: 'Jobs' })
  await expect(job).toContainText('on hold since the restore; starts when you release the environment')
  await screenshot(desk, 'held-job-light')
  await job.getByRole('button', { name: 'Release…' }).click()
  await dialog(desk).getByRole('button', { name: 'Release Sandbox' }).click()
  await expect(banner).toBeHidden()
  // The other half is released on its own, from wherever one is.
  await expect(desk.getByText('Production stays on hold until you release it')).toBeVisible()
  await desk.getByRole('button', { name: 'Release Production…' }).click()
  await dialog(desk).getByRole('button', { name: 'Release Production' }).click()
  await expect(desk.getByText('Production stays on hold')).toBeHidden()
  await expect(job).toContainText('1 done')
  await job.getByRole('button', { name: 'Undo' }).click()
})

test('a driver’s data is found, given out and erased', async ({ desk }) => {
  await goTo(desk, 'settings?section=data')
  const personal = part(desk, 'A driver’s data')
  await personal.getByPlaceholder('The driver’s name').fill('Nobody Known')
  await desk.keyboard.press('Enter')
  await expect(personal.getByText('Nothing is stored about “Nobody Known”.')).toBeVisible()
  await personal.getByPlaceholder('The driver’s name').fill('Anna Berger')
  await desk.keyboard.press('Enter')
  await expect(personal.getByText(/1 card ·/)).toBeVisible()
  const [download] = await Promise.all([
    desk.waitForEvent('download'),
    personal.getByRole('button', { name: 'Export' }).click(),
  ])
  expect(await readFile(await download.path(), 'utf8')).toContain('Anna Berger')
  await personal.getByRole('button', { name: 'Erase' }).click()
  await expect(dialog(desk).getByRole('button', { name: 'Erase from the history' })).toBeDisabled()
  await desk.keyboard.press('Escape')
})

test('a sandbox begins anew once its project is named', async ({ desk }) => {
  await goTo(desk, 'settings?section=sandbox')
  await desk.getByRole('button', { name: 'Reset sandbox' }).click()
  await dialog(desk)
    .getByLabel(/^Type “/)
    .fill('Demo fleet')
  await dialog(desk).getByRole('button', { name: 'Reset sandbox' }).click()
  await expect(toasts(desk)).toContainText('has been reset')
})

const PLACES = [
  'overview',
  'settings',
  'settings?section=appearance',
  'settings?section=service',
  'settings?section=sandbox',
  'settings?section=backup',
  'settings?section=data',
  'settings?section=projects',
  'access',
  'activity',
  'activity?log=requests',
] as const

const SIZES = [
  [1920, 1080],
  [1280, 800],
  [900, 700],
] as const

/** Neither has an effect on the other: words change no colour, and colours no width. */
for (const [scheme, language] of [
  ['light', 'en'],
  ['dark', 'de'],
] as const) {
  test(
    `these screens stand in nobody's way and fit every window, in the ${scheme} theme and in ${language}`,
    lookIn(scheme),
    async ({ desk }) => {
      await desk.emulateMedia({ colorScheme: scheme })
      await speak(desk, language)
      for (const place of PLACES) {
        await goTo(desk, place)
        expect([place, await seriousViolations(desk, scheme === 'dark' ? 'colours' : 'everything')]).toEqual([
          place,
          [],
        ])
        for (const [width, height] of SIZES) {
          await desk.setViewportSize({ width, height })
          await screenshot(desk, `${place.replace(/\?\w+=/, '-')}-${language}-${scheme}-${width}x${height}`)
          await fits(desk, place)
        }
      }
      await speak(desk, null)
    },
  )
}
