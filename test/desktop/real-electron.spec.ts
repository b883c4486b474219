import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { _electron, expect, test, type ElectronApplication, type Page } from '@playwright/test'
import { installedProgram } from '../../src-main/headless/start-electron.js'
import { removeFolder } from '../support/remove-folder.ts'

// What only Electron itself can show: the scheme, the sandbox and the isolation of worlds. All else runs on the
// stand-in.

const ROOT = resolve(import.meta.dirname, '../..')
const program = installedProgram(join(ROOT, 'node_modules/electron'))
const hasDisplay = process.platform !== 'linux' || Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY'])

test.skip(program === null, "Electron's program is not on this machine: npx install-electron fetches it")
test.skip(program !== null && !hasDisplay, 'there is no display; xvfb-run gives one')

const home = mkdtempSync(join(tmpdir(), 'fuelcard-electron-'))
let electron: ElectronApplication
let page: Page

test.beforeAll(async () => {
  const env = {
    ...process.env,
    HOME: home,
    XDG_DATA_HOME: join(home, 'share'),
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_RUNTIME_DIR: home,
    FUELCARD_DATA_KEY: '33'.repeat(32),
  } as Record<string, string>
  electron = await _electron.launch({
    executablePath: program ?? '',
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ROOT,
      `--data-dir=${join(home, 'data')}`,
      '--port=0',
      `--user-data-dir=${join(home, 'user')}`,
    ],
    env,
  })
  page = await electron.firstWindow()
})

test.afterAll(async () => {
  await electron.close()
  removeFolder(home)
})

test('the window shows the demo fleet, from the scheme of its own', async () => {
  await page.getByRole('navigation').getByRole('link', { name: 'Cards' }).click()
  await expect(page.getByRole('table').locator('tbody tr')).toHaveCount(48)
  expect(page.url()).toMatch(/^fuelcard-desk-app:\/\/app\//)
})

test('its policy is a header of the scheme, and the page reaches neither Node nor another origin', async () => {
  const found = await page.evaluate(async () => {
    const { headers } = await fetch('/')
    const reached = await fetch('https://example.com/').then(
      () => true,
      () => false,
    )
    const world = window as unknown as Record<string, unknown>
    return {
      policy: headers.get('content-security-policy'),
      reached,
      node: [typeof world['require'], typeof world['process']],
      bridge: Object.keys(world['fuelcardDesk'] as object),
    }
  })
  expect(found).toMatchObject({
    policy: expect.stringContaining("default-src 'none'"),
    reached: false,
    node: ['undefined', 'undefined'],
    bridge: ['call', 'subscribe'],
  })
  const preferences = await electron.evaluate(({ webContents }) => webContents.getAllWebContents()[0]?.getType())
  expect(preferences).toBe('window')
})

test('it stays where it is', async () => {
  const address = page.url()
  await page.evaluate(() => {
    window.location.href = 'https://example.com/'
    window.open('https://example.com/')
  })
  await expect.poll(() => electron.windows().length).toBe(1)
  expect(page.url()).toBe(address)
})

test('a link from outside leads to its place', async () => {
  await electron.evaluate(({ app }) =>
    app.emit('second-instance', {}, ['electron', '.', 'fuelcard-desk://open/sandbox/activity'], '', null),
  )
  await expect(page.getByRole('heading', { name: 'Activity', level: 1 })).toBeVisible()
})
