import { valueOf } from './support/calls.ts'
import { expect, goTo, rows, test, type Page } from './support/test.ts'

test.use({ file: import.meta.filename })

// What a person does with cards, in the window of the app, as in a browser (test/browser).

const drawer = (page: Page) => page.getByRole('dialog')
const toasts = (page: Page) => page.getByRole('region', { name: 'Messages' })

test('a card is activated, disabled and enabled again by undo', async ({ desk }) => {
  const page = await desk.page()
  await goTo(page, '/sandbox/cards?status=new')
  const stack = await rows(page).count()
  expect(stack).toBeGreaterThan(0)
  await rows(page)
    .first()
    .click({ position: { x: 400, y: 10 } })
  await drawer(page).getByRole('button', { name: 'Activate card' }).click()
  await drawer(page).getByLabel('Licence plate').fill('B-DE 4711')
  await drawer(page).getByLabel('Driver').fill('Lena Fischer')
  await page.keyboard.press('Enter')
  await expect(toasts(page)).toContainText('is active for B-DE 4711')
  await goTo(page, '/sandbox/cards?search=BDE4711')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Lena Fischer')
  await rows(page)
    .first()
    .click({ position: { x: 400, y: 10 } })
  await drawer(page).getByRole('button', { name: 'Disable card' }).click()
  await page.keyboard.type('Reported lost')
  await page.keyboard.press('Enter')
  await expect(toasts(page)).toContainText(/Card […\d\s]+ disabled/)
  await toasts(page).getByRole('button', { name: 'Undo', exact: true }).click()
  await page
    .getByRole('dialog', { name: /^Enable card/ })
    .getByRole('button', { name: /^Enable card/ })
    .click()
  await expect(toasts(page)).toContainText(/Card […\d\s]+ enabled/)
  await expect(drawer(page).getByRole('button', { name: 'Disable card' })).toBeVisible()
  await page.keyboard.press('Escape')
})

test('the list follows what programs do over the API', async ({ desk }) => {
  const page = await desk.page()
  const [project] = await valueOf(page, 'projects.list', {})
  const { baseUrl } = await valueOf(page, 'service.info', {})
  const { key } = await valueOf(page, 'keys.create', {
    projectId: project?.id ?? '',
    environment: 'sandbox',
    name: 'Program',
  })
  await goTo(page, '/sandbox/cards?sort=cardNumber')
  const headers = { authorization: `Bearer ${key}` }
  const listed = (await (
    await fetch(
      `${baseUrl}/projects/${project?.id}/cards?status=active&sort[field]=cardNumber&sort[direction]=asc&limit=1`,
      { headers },
    )
  ).json()) as { docs: { id: string; licensePlate: string }[] }
  const [card] = listed.docs
  const row = rows(page).filter({ hasText: card?.licensePlate ?? '' })
  await expect(row).toContainText('Active')
  const answer = await fetch(`${baseUrl}/projects/${project?.id}/cards/${card?.id}/disable`, {
    method: 'POST',
    headers,
  })
  expect(answer.status).toBe(200)
  await expect(row).toContainText('Inactive')
})

test('the API goes off and on with the settings, and moves to another port with its inbox', async ({ desk }) => {
  const page = await desk.page()
  const [project] = await valueOf(page, 'projects.list', {})
  const projectId = project?.id ?? ''
  const before = await valueOf(page, 'inbox.get', { projectId })
  await valueOf(page, 'webhook.create', {
    projectId,
    environment: 'sandbox',
    url: before.url ?? '',
    events: ['card.disabled'],
  })
  const info = () => valueOf(page, 'service.info', {})
  const { baseUrl } = await info()
  await valueOf(page, 'settings.update', { api: { enabled: false } })
  await expect.poll(async () => (await info()).api.state).toBe('off')
  await expect(fetch(`${baseUrl}/health`)).rejects.toThrow()
  expect(await desk.evaluate(({ seen }) => seen.tray?.tooltip)).toContain('API off')
  await valueOf(page, 'settings.update', { api: { enabled: true } })
  await expect.poll(async () => (await info()).api.state).toBe('on')
  const now = await info()
  expect((await fetch(`${now.baseUrl}/health`)).status).toBe(200)
  expect(now.api.port).not.toBe(Number(new URL(baseUrl ?? '').port))
  await expect
    .poll(
      async () => new URL((await valueOf(page, 'webhook.get', { projectId, environment: 'sandbox' }))?.url ?? '').port,
    )
    .toBe(String(now.api.port))
  expect(await valueOf(page, 'webhook.test', { projectId, environment: 'sandbox' })).toMatchObject({ success: true })
})

test('the menu follows the language that was chosen', async ({ desk }) => {
  const page = await desk.page()
  await valueOf(page, 'settings.update', { language: 'fr' })
  await expect.poll(() => desk.evaluate(({ seen }) => seen.menu.map(({ label }) => label))).toContain('Fichier')
  await valueOf(page, 'settings.update', { language: null })
  await expect.poll(() => desk.evaluate(({ seen }) => seen.menu.map(({ label }) => label))).toContain('File')
})

test('a notification reports a webhook that the service disables, and leads there', async ({ desk }) => {
  const page = await desk.page()
  const [project] = await valueOf(page, 'projects.list', {})
  const projectId = project?.id ?? ''
  await valueOf(page, 'inbox.behave', { projectId, answer: '410' })
  await valueOf(page, 'webhook.simulate', { projectId, environment: 'sandbox', event: 'card.disabled' })
  await expect
    .poll(() => desk.evaluate(({ seen }) => seen.notifications.map(({ options }) => options.title)))
    .toEqual(['Webhook disabled'])
  expect(await desk.evaluate(({ seen }) => [seen.tray?.menu[2]?.label, seen.tray?.image.split('/').at(-1)])).toEqual([
    'A webhook was disabled',
    'tray-trouble.png',
  ])
  await goTo(page, '/sandbox/cards')
  await desk.evaluate(({ seen }) => seen.notifications[0]?.click())
  await expect(page.getByRole('heading', { name: 'Webhook', level: 1 })).toBeVisible()
})
