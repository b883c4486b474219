import { resolve } from 'node:path'
import { CONTRACT } from '../../../src-preload/contract.ts'
import { call, valueOf, type PageWindow } from './support/calls.ts'
import { expect, showCards, test } from './support/test.ts'

test.use({ file: import.meta.filename })

/** What leads out of a page, if it is there; a page of its own has none of these. */
const own = () => [
  ...Object.keys(window).filter((name) => /fuel|electron|ipc|standIn|bridge/i.test(name)),
  ...[
    'require',
    'process',
    'module',
    'exports',
    'Buffer',
    'global',
    'ipcRenderer',
    'contextBridge',
    '__dirname',
    'webFrame',
  ].filter((name) => name in window),
]

test("the page comes from the scheme's own handler, with its policy as a header", async ({ desk }) => {
  const page = await desk.page()
  await showCards(page)
  const answer = await page.evaluate(async () => {
    const { status, headers } = await fetch('/')
    return { status, headers: Object.fromEntries(headers) }
  })
  expect(answer).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    },
  })
  const policy = answer.headers['content-security-policy'] ?? ''
  expect(policy).toMatch(/^default-src 'none'; script-src 'self'; /)
  expect(policy).not.toMatch(/unsafe|\*|data:|http/)
  // An inline script is not our code.
  expect(
    await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'window.planted = true'
      document.body.append(script)
      return 'planted' in window
    }),
  ).toBe(false)
})

test('the window gets the two functions of the contract, and no way to Node', async ({ desk }) => {
  const page = await desk.page()
  expect(await page.evaluate(own)).toEqual(['fuelcardDesk'])
  expect(
    await page.evaluate(() => {
      const { fuelcardDesk } = window as unknown as PageWindow
      const before = fuelcardDesk.call
      try {
        Object.assign(fuelcardDesk, { call: () => {}, more: 1 })
      } catch {}
      return {
        names: Object.getOwnPropertyNames(fuelcardDesk),
        same: fuelcardDesk.call === before,
        node: [
          typeof (globalThis as Record<string, unknown>)['require'],
          typeof (globalThis as Record<string, unknown>)['process'],
        ],
      }
    }),
  ).toEqual({ names: ['call', 'subscribe'], same: true, node: ['undefined', 'undefined'] })
  expect(
    await desk.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.options.webPreferences),
  ).toMatchObject({ sandbox: true, contextIsolation: true, nodeIntegration: false, webviewTag: false })
  expect(await desk.evaluate(({ seen }) => seen.sandboxed)).toBe(true)
})

test('every call that a page may make arrives, and no other leaves the window', async ({ desk }) => {
  const page = await desk.page()
  const names = Object.entries(CONTRACT).map(([name, { audience }]) => ({ name, mayCall: audience !== 'command-line' }))
  const outcomes = await page.evaluate(
    async (calls) => {
      const { fuelcardDesk } = window as unknown as PageWindow
      // A number is no input of any call: it is refused on the other side, and nothing is done.
      return Promise.all(
        calls.map(({ name }) =>
          fuelcardDesk.call(name, 7).then(
            (result) => (result as { error?: { code: string } }).error?.code ?? 'ok',
            (error: Error) => error.name,
          ),
        ),
      )
    },
    [
      ...names,
      ...['nothing.here', 'constructor', '__proto__', 'fuelcard-desk:call'].map((name) => ({ name, mayCall: false })),
    ],
  )
  expect(outcomes).toEqual([
    ...names.map(({ mayCall }) => (mayCall ? 'error.validation' : 'TypeError')),
    'TypeError',
    'TypeError',
    'TypeError',
    'TypeError',
  ])
})

test('a wrong payload, a foreign sender and a frame below are refused by the main process itself', async ({ desk }) => {
  const page = await desk.page()
  expect(await call(page, 'cards.get', { projectId: 'no id', environment: 'sandbox', cardId: 'x' })).toMatchObject({
    ok: false,
    error: { code: 'error.validation', details: [{ field: 'projectId' }, { field: 'cardId' }] },
  })
  // A window with our own preload that shows someone else's page: the sender is judged, not the preload.
  const preload = resolve(import.meta.dirname, '../../../out/preload/index.cjs')
  await desk.evaluate(
    ({ BrowserWindow }, file) =>
      new BrowserWindow({ webPreferences: { preload: file } }).loadURL('https://foreign.example/'),
    preload,
  )
  const foreign = await desk.pages.page(2)
  expect(await foreign.title()).toBe('Foreign')
  expect(await call(foreign, 'projects.list', {})).toMatchObject({ ok: false, error: { code: 'error.forbidden' } })
  // Nor does it receive events.
  await foreign.evaluate(() =>
    (window as unknown as PageWindow).fuelcardDesk.subscribe('project.changed', () => (document.title = 'told')),
  )
  const { id } = await valueOf(page, 'projects.create', { name: 'ErrorText' })
  await expect(page.getByText('Demo fleet').first()).toBeVisible()
  await valueOf(page, 'projects.delete', { projectId: id, name: 'ErrorText' })
  expect(await foreign.title()).toBe('Foreign')
  await desk.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[1]?.close())
})

test('it stays where it is: no navigation, no other window, no frame, no other origin', async ({ desk }) => {
  const page = await desk.page()
  const address = page.url()
  const before = desk.pages.refused.length
  for (const to of ['https://example.com/', 'http://127.0.0.1:1/', `${new URL(address).origin}/assets/`]) {
    await page.evaluate((url) => {
      window.location.href = url
    }, to)
    await showCards(page)
    expect(page.url()).toBe(address)
  }
  await desk.evaluate(({ seen }) => seen.answers.push(1, 1))
  await page.evaluate(() => {
    window.open('https://example.com/opened')
    window.open('file:///etc/passwd')
    window.open('about:blank')
    const link = document.createElement('a')
    Object.assign(link, { href: 'https://example.com/linked', target: '_blank' })
    document.body.append(link)
    link.click()
    link.remove()
  })
  await expect
    .poll(() =>
      desk.evaluate(({ seen }) => seen.asked.filter(({ type }) => type === 'question').map(({ message }) => message)),
    )
    .toEqual(['Open example.com in the browser?', 'Open example.com in the browser?'])
  await expect.poll(() => page.context().pages().length).toBe(1)
  expect(await desk.evaluate(({ seen }) => seen.opened)).toEqual([])
  const reached = await page.evaluate(async () => {
    const outcome = (work: Promise<unknown>) =>
      work.then(
        () => 'reached',
        () => 'blocked',
      )
    const loaded = (element: HTMLElement) =>
      outcome(
        new Promise((resolve, reject) => {
          element.addEventListener('load', resolve)
          element.addEventListener('error', reject)
          document.body.append(element)
        }),
      )
    return {
      fetch: await outcome(fetch('https://example.com/')),
      loopback: await outcome(fetch('http://127.0.0.1:4010/v1/health')),
      file: await outcome(fetch('file:///etc/passwd')),
      socket: await outcome(
        new Promise((resolve, reject) =>
          Object.assign(new WebSocket('wss://example.com/'), { onopen: resolve, onerror: reject }),
        ),
      ),
      image: await loaded(Object.assign(new Image(), { src: 'https://example.com/x.png' })),
      script: await loaded(Object.assign(document.createElement('script'), { src: 'https://example.com/x.js' })),
    }
  })
  expect(reached).toEqual({
    fetch: 'blocked',
    loopback: 'blocked',
    file: 'blocked',
    socket: 'blocked',
    image: 'blocked',
    script: 'blocked',
  })
  // Most never left the page: its policy stopped them.
  expect(
    desk.pages.refused
      .slice(before)
      .filter((url) => !url.startsWith('https://example.com/') && !url.startsWith('http://127.0.0.1:1/')),
  ).toEqual([])
})

test('the scheme has nothing but the built page', async ({ desk }) => {
  const page = await desk.page()
  const statuses = await page.evaluate(() =>
    Promise.all(
      [
        '/index.html',
        '/../package.json',
        '/%2e%2e/package.json',
        '/assets/../../main/desktop.js',
        '/.env',
        '/nothing.js',
      ].map(async (path) => (await fetch(path)).status),
    ),
  )
  expect(statuses).toEqual([200, 404, 404, 404, 404, 404])
})

test('nothing is permitted but copying, and that to the app alone', async ({ desk }) => {
  const answers = await desk.evaluate(({ session }) => {
    const { request, check } = session.defaultSession.permissions
    const ask = (permission: string, url: string) => {
      let granted = false
      request?.({} as never, permission as never, (answer: boolean) => (granted = answer), {
        requestingUrl: url,
        isMainFrame: true,
      })
      return [granted, check?.({} as never, permission as never, url, { isMainFrame: true })]
    }
    const app = 'fuelcard-desk-app://app/'
    return {
      camera: ask('media', app),
      copy: ask('clipboard-sanitized-write', app),
      read: ask('clipboard-read', app),
      foreign: ask('clipboard-sanitized-write', 'https://foreign.example/'),
    }
  })
  expect(answers).toEqual({ camera: [false, false], copy: [true, true], read: [false, false], foreign: [false, false] })
})

test('a file that the page made is saved where the person says; no other is', async ({ desk }) => {
  const page = await desk.page()
  const download = (href: string | null) =>
    page.evaluate((address) => {
      const link = document.createElement('a')
      link.href = address ?? URL.createObjectURL(new Blob(['a;b\n'], { type: 'text/csv' }))
      link.download = '../cards.csv'
      link.click()
    }, href)
  const [saved] = await Promise.all([page.waitForEvent('download'), download(null)])
  expect(await saved.failure()).toBeNull()
  await expect.poll(() => desk.evaluate(() => null)).toBeNull()
  const [refused] = await Promise.all([
    page.waitForEvent('download'),
    download(`${new URL(page.url()).origin}/index.html`),
  ])
  expect(await refused.failure()).toBe('canceled')
})
