import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { startBuiltService, type BuiltService } from '../../browser/support/built-service.ts'
import { signInPage } from '../../support/team/page-session.ts'
import { call, valueOf } from './support/calls.ts'
import { connect, consent, openedInBrowser, switcher } from './support/connect.ts'
import { expect, test } from './support/test.ts'

test.use({ file: import.meta.filename })

let service: BuiltService
test.beforeAll(async () => {
  service = await startBuiltService()
})
test.afterAll(() => service.dispose())

test('the window shows a service, follows it, goes offline with it, and returns to this computer', async ({
  start,
}) => {
  const desk = start({ words: ['--port=0'] })
  const page = await desk.page()
  await valueOf(page, 'projects.create', { name: 'Here' })
  await connect(desk, page, service)
  const host = new URL(service.origin).host

  // The same screens, of the service: its own change arrives as well.
  expect((await valueOf(page, 'projects.list', {})).map(({ name }) => name)).toEqual(['Demo fleet'])
  await service.command('projects', 'create', '--name', 'There')
  await switcher(page).click()
  await expect(page.getByRole('menuitemradio', { name: 'There' })).toBeVisible()
  await page.keyboard.press('Escape')
  // This computer's own service goes on.
  expect((await call(page, 'desktop.get', {})).ok).toBe(true)

  const file = readFileSync(join(desk.home, 'userData', 'team-services.json'), 'utf8')
  const [kept] = (JSON.parse(file) as { services: { token: string }[] }).services
  expect(kept?.token).not.toBe('')
  expect(
    await desk.evaluate(
      async ({ safeStorage }, sealed) =>
        (await safeStorage.decryptStringAsync(Buffer.from(sealed, 'base64'))).result.length,
      kept?.token ?? '',
    ),
  ).toBe(43)

  await page.getByRole('link', { name: 'Cards' }).click()
  await expect(page.getByRole('button', { name: 'Import' })).not.toHaveAttribute('aria-disabled', 'true')
  await service.stop()
  await expect(page.getByText(`No connection to ${host}`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import' })).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('button', { name: 'Import' })).toHaveAccessibleDescription(/cannot be reached/)
  await expect(switcher(page)).toBeVisible()
  const offline = await call(page, 'projects.create', { name: 'Nowhere' })
  expect(offline.ok ? null : offline.error.code).toBe('error.offline')
  await service.start()
  await expect(page.getByText(`No connection to ${host}`)).toBeHidden({ timeout: 30_000 })
  expect((await valueOf(page, 'projects.list', {})).map(({ name }) => name)).toContain('There')

  // A session that is ended there is said here, with two ways out.
  const person = await signInPage(await service.link())
  for (const { id, app } of await person.call('profile.sessions', {}))
    if (app === 'desktop') await person.call('profile.endSessions', { sessionId: id })
  await expect(page.getByRole('heading', { name: `Signed out of ${host}` })).toBeVisible()
  await page.getByRole('button', { name: 'Work on this computer' }).click()
  await expect(page.getByRole('heading', { name: 'Cards', level: 1 })).toBeVisible()
  expect((await valueOf(page, 'projects.list', {})).map(({ name }) => name)).toContain('Here')
})

test('a refusal in the browser, an address that leads elsewhere, and one that is no service are said in words', async ({
  desk,
}) => {
  const page = await desk.page()
  const refused = call(page, 'services.connect', { address: service.origin })
  await fetch(await consent(desk, service, false))
  expect(await refused).toMatchObject({ ok: false, error: { code: 'error.forbidden' } })
  expect(await call(page, 'services.connect', { address: 'http://fleet.example' })).toMatchObject({
    ok: false,
    error: { code: 'error.validation' },
  })
  const elsewhere = createServer((_request, response) =>
    response.writeHead(302, { location: `${service.origin}/oauth/token` }).end(),
  )
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  const { port } = elsewhere.address() as { port: number }
  const led = call(page, 'services.connect', { address: `http://127.0.0.1:${port}` })
  const opened = await openedInBrowser(desk)
  const back = new URL(opened.searchParams.get('redirect_uri') ?? '')
  back.search = new URLSearchParams({ code: 'code', state: opened.searchParams.get('state') ?? '' }).toString()
  await fetch(back)
  expect(await led).toMatchObject({ ok: false, error: { code: 'error.unavailable', reason: 'redirect' } })
  elsewhere.close()
  expect((await valueOf(page, 'services.state', {})).services).toMatchObject({ known: [], current: null })
})
