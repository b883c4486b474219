import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startBuiltService, type BuiltService } from '../../browser/support/built-service.ts'
import { call, valueOf } from './support/calls.ts'
import { connect, switcher } from './support/connect.ts'
import { newHome } from './support/desk.ts'
import { expect, goTo, test, type Page } from './support/test.ts'

test.use({ file: import.meta.filename })

let service: BuiltService
test.beforeAll(async () => {
  service = await startBuiltService(['--no-demo'])
  await service.command('projects', 'create', '--name', 'There')
})
test.afterAll(() => service.dispose())

const state = async (page: Page) => (await valueOf(page, 'services.state', {})).services
const listens = (port: number) =>
  fetch(`http://127.0.0.1:${port}/v1/health`, { headers: { connection: 'close' } }).then(
    ({ ok }) => ok,
    () => false,
  )

test('this computer’s own service stops after a list of what stops, stays stopped at the next start, and comes back', async ({
  start,
}) => {
  const home = newHome()
  const first = start({ home, words: ['--port=0'] })
  const page = await first.page()
  expect(await call(page, 'services.stopLocal', {})).toMatchObject({ ok: false, error: { code: 'error.validation' } })
  const project = await valueOf(page, 'projects.create', { name: 'Here' })
  const { api } = await valueOf(page, 'service.info', {})
  await valueOf(page, 'webhook.create', {
    projectId: project.id,
    environment: 'sandbox',
    url: `http://127.0.0.1:${api.port}/inbox/none`,
    events: ['card.created'],
  })
  await connect(first, page, service)

  await goTo(page, '/sandbox/settings?section=desktop')
  await page.getByRole('button', { name: 'Stop this computer’s service…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`127.0.0.1:${api.port}`)
  await expect(dialog.locator('dt', { hasText: 'Enabled webhooks' }).locator('+ dd')).toHaveText('1')
  expect(await listens(api.port ?? 0)).toBe(true)
  await dialog.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByText('Stopped', { exact: true })).toBeVisible()
  expect(await listens(api.port ?? 0)).toBe(false)
  // The one on screen goes on.
  expect((await valueOf(page, 'projects.list', {})).map(({ name }) => name)).toEqual(['There'])
  expect(await first.quit()).toBe(0)

  const next = start({ home, words: [`--port=${api.port}`] })
  const again = await next.page()
  await expect(again.getByText(new URL(service.origin).host, { exact: true })).toBeVisible()
  expect(await state(again)).toMatchObject({ isLocalRunning: false, link: { state: 'connected' } })
  expect(await listens(api.port ?? 0)).toBe(false)
  await switcher(again).click()
  await again.getByRole('menuitemradio', { name: 'This computer (stopped)' }).click()
  await expect(again.getByText(new URL(service.origin).host, { exact: true })).toBeHidden()
  expect(await state(again)).toMatchObject({ isLocalRunning: true, current: null })
  expect((await valueOf(again, 'projects.list', {})).map(({ name }) => name)).toContain('Here')
  expect(await listens(api.port ?? 0)).toBe(true)
})

test('the service that the policy names is offered at the first start, and shown in Settings', async ({ start }) => {
  const home = newHome()
  const policy = join(home, 'policy.json')
  writeFileSync(policy, JSON.stringify({ team: { service: service.origin } }))
  const preload = join(import.meta.dirname, '../../support/as-policy.ts')
  const environment = { TEST_POLICY: policy, NODE_OPTIONS: `--import ${preload}` }
  const desk = start({ home, words: ['--port=0'], environment })
  const page = await desk.page()
  const offer = page.getByRole('dialog', { name: 'Connect to a team’s service' })
  await expect(offer.getByLabel('Address')).toHaveValue(service.origin)
  await expect(offer).toContainText('The administrator of this computer has chosen this service')
  await offer.getByRole('button', { name: 'Cancel' }).click()
  await expect(offer).toBeHidden()
  await goTo(page, '/sandbox/settings?section=desktop')
  await expect(page.getByRole('region', { name: 'Where you work' })).toContainText(service.origin)
  expect(await state(page)).toMatchObject({ isOffered: false, allowed: service.origin })
  expect(await call(page, 'services.connect', { address: 'https://elsewhere.example' })).toMatchObject({
    ok: false,
    error: { code: 'error.forbidden', reason: 'turned_off' },
  })
})
