import { startBuiltService, type BuiltService } from '../../browser/support/built-service.ts'
import { call, valueOf } from './support/calls.ts'
import { connect, openedInBrowser, switcher } from './support/connect.ts'
import { openInBetween, type InBetween } from './support/in-between.ts'
import { expect, goTo, test, type Page } from './support/test.ts'

test.use({ file: import.meta.filename })

const services: BuiltService[] = []
const between: InBetween[] = []
test.beforeAll(async () => {
  for (const name of ['North', 'South']) {
    const service = await startBuiltService(['--no-demo'])
    services.push(service)
    await service.command('projects', 'create', '--name', name)
    between.push(await openInBetween(service))
  }
})
test.afterAll(async () => {
  for (const one of between) one.close()
  for (const service of services) await service.dispose()
})

/** A service as the app reaches it, and its own sign-in. */
function at(index: number) {
  const [service, way] = [services[index], between[index]]
  if (service === undefined || way === undefined) throw new Error('There are two')
  return { service, way, host: new URL(way.origin).host, origin: way.origin, link: service.link }
}

const projects = async (page: Page) => (await valueOf(page, 'projects.list', {})).map(({ name }) => name)

async function show(page: Page, name: string): Promise<void> {
  await switcher(page).click()
  await page.getByRole('menuitemradio', { name }).click()
}

test('two services are remembered and shown in turn, and nothing of one gets to the other', async ({ start }) => {
  const [north, south] = [at(0), at(1)]
  const desk = start({ words: ['--port=0'] })
  const page = await desk.page()
  await connect(desk, page, north)
  await connect(desk, page, south)
  expect(await projects(page)).toEqual(['South'])
  await expect(switcher(page)).toContainText('South')

  // What happens in the one that is not shown stays there.
  await north.service.command('projects', 'create', '--name', 'Only in the north')
  await south.service.command('projects', 'create', '--name', 'Only in the south')
  await switcher(page).click()
  await expect(page.getByRole('menuitemradio', { name: 'Only in the south' })).toBeVisible()
  await expect(page.getByRole('menuitemradio', { name: 'Only in the north' })).toHaveCount(0)
  await page.keyboard.press('Escape')

  await show(page, north.host)
  await expect(switcher(page)).toContainText('North')
  expect(await projects(page)).toEqual(['North', 'Only in the north'])
  await valueOf(page, 'projects.create', { name: 'Made in the window' })
  const named = async ({ service }: { service: BuiltService }) =>
    ((await service.command('projects', 'list')) as { name: string }[]).map(({ name }) => name)
  expect(await named(north)).toContain('Made in the window')
  expect(await named(south)).not.toContain('Made in the window')

  await show(page, south.host)
  await expect(switcher(page)).toContainText('South')
  expect(await projects(page)).toEqual(['South', 'Only in the south'])
  expect([north.way.tokens.size, south.way.tokens.size]).toEqual([1, 1])
  expect(north.way.tokens.isDisjointFrom(south.way.tokens)).toBe(true)

  // Forgetting one signs out there, and leaves the other alone.
  await valueOf(page, 'services.forget', { name: north.host })
  expect(await projects(page)).toEqual(['South', 'Only in the south'])
  const [token = ''] = north.way.tokens
  const asked = await fetch(`${north.service.origin}/bridge/call/projects.list`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: '{}',
  })
  expect(asked.status).toBe(401)
})

test('what a service one version older lacks is hidden; two versions apart, the window says which side to update', async ({
  start,
}) => {
  const { way, host, ...south } = at(1)
  way.lacks = ['alerts.get', 'people.list']
  const desk = start({ words: ['--port=0'], version: '0.2.0' })
  const page = await desk.page()
  await connect(desk, page, south)
  await goTo(page, '/sandbox/settings')
  const sections = page.getByRole('navigation', { name: 'Settings' })
  await expect(sections.getByRole('link', { name: 'Backup' })).toBeVisible()
  await expect(sections.getByRole('link', { name: 'E-mail' })).toHaveCount(0)
  await expect(sections.getByRole('link', { name: 'People' })).toHaveCount(0)
  // What is the app's own is never lacking.
  await expect(sections.getByRole('link', { name: 'Desktop app' })).toBeVisible()
  expect(await call(page, 'people.list', {})).toMatchObject({
    ok: false,
    error: { code: 'error.version_skew', reason: 'update_service' },
  })

  for (const [reason, words] of [
    ['update_app', 'This app is too old for the service: update the app.'],
    ['update_service', 'The service is too old for this app'],
  ] as const) {
    way.refusal = { status: 426, body: { ok: false, error: { code: 'error.version_skew', message: 'x', reason } } }
    way.breakOff()
    await expect(page.getByRole('heading', { name: `${host} has another version` })).toBeVisible()
    await expect(page.getByRole('alert')).toContainText(words)
    way.refusal = null
    await page.getByRole('button', { name: 'Work on this computer' }).click()
    await expect(switcher(page)).toContainText('Demo fleet')
    await show(page, host)
    await expect(switcher(page)).toContainText('South')
  }
})

test('an app two versions ahead of a service is not signed in there', async ({ start }) => {
  const desk = start({ words: ['--port=0'], version: '0.3.0' })
  const page = await desk.page()
  const { service } = at(0)
  const connecting = call(page, 'services.connect', { address: service.origin })
  const opened = await openedInBrowser(desk)
  const back = new URL(opened.searchParams.get('redirect_uri') ?? '')
  back.search = new URLSearchParams({ code: 'code', state: opened.searchParams.get('state') ?? '' }).toString()
  await fetch(back)
  expect(await connecting).toMatchObject({ ok: false, error: { code: 'error.version_skew', reason: 'update_service' } })
  expect((await valueOf(page, 'services.state', {})).services?.known).toEqual([])
})
