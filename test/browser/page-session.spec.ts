import { createServer } from 'node:http'
import { once } from 'node:events'
import { seriousViolations } from './support/axe.ts'
import { expect, rows, screenshot, test, type Page } from './support/test.ts'

const overview = (page: Page) => page.getByRole('heading', { name: 'Overview', level: 1 })

test('without a session the page says how to get one', async ({ page, service }) => {
  await page.goto(service.origin)
  await expect(page.getByRole('heading', { name: 'Sign in from the terminal' })).toBeVisible()
  await expect(page.getByText('fuelcard-desk login')).toBeVisible()
  await screenshot(page, 'signed-out-light')
  expect(await seriousViolations(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await screenshot(page, 'signed-out-dark')
  expect(await seriousViolations(page, 'colours')).toEqual([])
})

test('a link works once', async ({ page, browser, service }) => {
  const link = await service.link()
  await page.goto(link)
  await expect(overview(page)).toBeVisible()
  const other = await browser.newPage()
  await other.goto(link)
  await expect(other.getByRole('alert')).toContainText('already been used')
  expect(other.url()).toBe(`${service.origin}/`)
  await other.close()
  // Opened again where it was used, it takes nothing away.
  await page.goto('about:blank')
  await page.goto(link)
  await expect(overview(page)).toBeVisible()
})

test('a link that is opened in the tab itself signs in', async ({ page, service }) => {
  await page.goto(service.origin)
  await expect(page.getByRole('heading', { name: 'Sign in from the terminal' })).toBeVisible()
  await page.goto(await service.link())
  await expect(overview(page)).toBeVisible()
  expect(page.url()).toBe(`${service.origin}/`)
})

test('another name of this machine leads to the one address', async ({ page, service }) => {
  await page.goto((await service.link()).replace('127.0.0.1', 'localhost'))
  await expect(overview(page)).toBeVisible()
  expect(page.url()).toBe(`${service.origin}/`)
})

test('signing out ends it, in every tab', async ({ desk, service }) => {
  const second = await desk.context().newPage()
  await second.goto(service.origin)
  await expect(overview(second)).toBeVisible()
  await desk.getByRole('button', { name: 'Sign out' }).click()
  await expect(desk.getByRole('heading', { name: 'Sign in from the terminal' })).toBeVisible()
  await expect(second.getByRole('heading', { name: 'Sign in from the terminal' })).toBeVisible()
  await desk.reload()
  await expect(desk.getByRole('heading', { name: 'Sign in from the terminal' })).toBeVisible()
})

test('a service that goes and comes back is found again, with the session', async ({ desk, service }) => {
  await expect(rows(desk)).toHaveCount(48)
  await service.stop()
  await expect(desk.getByText('Connection to the service lost')).toBeVisible()
  await desk.getByRole('columnheader', { name: 'Driver' }).getByRole('button').click()
  await expect(rows(desk)).toHaveCount(48)
  await screenshot(desk, 'reconnecting-light')
  await service.start()
  await expect(desk.getByText('Connection to the service lost')).toBeHidden({ timeout: 20_000 })
  await expect(desk.locator('section')).toHaveAttribute('aria-busy', 'false')
  await expect(rows(desk)).toHaveCount(48)
})

test('a page on another port of this machine can neither read nor act', async ({ desk, service }) => {
  await expect(rows(desk)).toHaveCount(48)
  const foreign = createServer((_request, response) =>
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>Foreign</title>'),
  ).listen(0, '127.0.0.1')
  await once(foreign, 'listening')
  const address = foreign.address()
  if (address === null || typeof address === 'string') throw new Error('The foreign server has no port')
  const page = await desk.context().newPage()
  await page.goto(`http://127.0.0.1:${address.port}/`)
  // It receives the same cookies, since browsers share them between ports; but it cannot have the proof.
  expect(await page.evaluate(() => window.localStorage.length)).toBe(0)

  const attempts = await page.evaluate(async (origin) => {
    const outcome = async (attempt: Promise<Response>) => {
      try {
        const response = await attempt
        return response.type === 'opaque' ? 'opaque' : `read ${await response.text()}`
      } catch {
        return 'blocked'
      }
    }
    const json = { 'Content-Type': 'application/json', 'X-Fuelcard-Session': 'x'.repeat(43) }
    const body = JSON.stringify({ name: 'Planted' })
    return {
      call: await outcome(
        fetch(`${origin}/bridge/call/projects.create`, { method: 'POST', credentials: 'include', headers: json, body }),
      ),
      blindCall: await outcome(
        fetch(`${origin}/bridge/call/projects.create`, {
          method: 'POST',
          mode: 'no-cors',
          credentials: 'include',
          body,
        }),
      ),
      blindLogout: await outcome(
        fetch(`${origin}/bridge/logout`, { method: 'POST', mode: 'no-cors', credentials: 'include', body: '{}' }),
      ),
      events: await outcome(fetch(`${origin}/bridge/events`, { credentials: 'include' })),
      page: await outcome(fetch(`${origin}/`, { mode: 'no-cors', credentials: 'include' })),
      stream: await new Promise<string>((resolve) => {
        const source = new EventSource(`${origin}/bridge/events`, { withCredentials: true })
        source.addEventListener('error', () => resolve('blocked'))
        source.addEventListener('ready', () => resolve('open'))
      }),
    }
  }, service.origin)
  expect(attempts.call).toBe('blocked')
  expect(attempts.events).toBe('blocked')
  expect(attempts.page).toBe('blocked')
  expect(attempts.stream).toBe('blocked')
  for (const blind of [attempts.blindCall, attempts.blindLogout]) expect(['blocked', 'opaque']).toContain(blind)

  // A form sends what a script may not, and a frame shows what it may not read: neither gets anywhere.
  const [answer] = await Promise.all([
    page.waitForResponse(`${service.origin}/bridge/logout`),
    page.evaluate((origin) => {
      document.body.innerHTML = `<form method="post" enctype="text/plain" action="${origin}/bridge/logout"><input name="{" value="}"></form>`
      document.querySelector('form')?.submit()
    }, service.origin),
  ])
  expect(answer.status()).toBe(403)
  await page.waitForURL('**/bridge/logout')
  await page.goto(`http://127.0.0.1:${address.port}/`)
  // A frame that was refused has loaded as well: with nothing in it.
  await page.evaluate(
    (origin) =>
      new Promise((resolve) => {
        const frame = document.createElement('iframe')
        frame.addEventListener('load', resolve)
        frame.src = `${origin}/`
        document.body.replaceChildren(frame)
      }),
    service.origin,
  )
  expect(page.frames().map((frame) => frame.url())).not.toContain(`${service.origin}/`)
  foreign.close()

  // The session is still there, and nothing was planted.
  await desk.reload()
  await expect(rows(desk)).toHaveCount(48)
  expect(await service.command('projects', 'list')).toMatchObject([{ name: 'Demo fleet' }])
})
