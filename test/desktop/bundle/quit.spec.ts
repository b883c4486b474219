import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { valueOf } from './support/calls.ts'
import { expect, rows, showCards, test, type Desk } from './support/test.ts'

test.use({ file: import.meta.filename })

const run = promisify(execFile)
const CLI = resolve(import.meta.dirname, '../../../out/main/cli.js')

const KEY = '22'.repeat(32)

/** A command of the command line on the folder of the app. */
async function command(desk: Desk, ...words: string[]): Promise<unknown> {
  const env = {
    ...process.env,
    HOME: desk.home,
    XDG_DATA_HOME: join(desk.home, 'share'),
    XDG_CONFIG_HOME: join(desk.home, 'config'),
    XDG_RUNTIME_DIR: desk.home,
    FUELCARD_DATA_KEY: KEY,
  }
  const { stdout } = await run(process.execPath, [CLI, ...words, '--json', '--data-dir', desk.dataDir], { env })
  return JSON.parse(stdout) as unknown
}

test('the command line runs inside the app, and the window sees what it does', async ({ start }) => {
  const desk = start({ words: ['--port=0'] })
  const page = await desk.page()
  await showCards(page)
  const [project] = (await command(desk, 'projects', 'list')) as { id: string }[]
  const { docs } = (await command(desk, 'cards', 'list', '--project', project?.id ?? '', '--status', 'active')) as {
    docs: { id: string; licensePlate: string }[]
  }
  const [card] = docs
  const row = rows(page).filter({ hasText: card?.licensePlate ?? '' })
  await expect(row).toContainText('Active')
  await command(desk, 'cards', 'disable', card?.id ?? '')
  await expect(row).toContainText('Inactive')
  // It owns the folder: a second service is refused.
  const refused = await command(desk, 'serve', '--port', '0').catch((error: { code: number; stderr: string }) => error)
  expect((refused as { stderr: string }).stderr).toContain('in use by the desktop app')
})

test('quitting ends running calls, then the API, the engine and the folder, and the next start finds everything', async ({
  start,
}) => {
  // Nobody but the app can read a key in the key store; this one the command line knows as well.
  const desk = start({ words: ['--port=0'], environment: { FUELCARD_DATA_KEY: KEY } })
  const page = await desk.page()
  const { baseUrl } = await valueOf(page, 'service.info', {})
  expect(existsSync(join(desk.dataDir, 'owner.json'))).toBe(true)
  const [project] = await valueOf(page, 'projects.list', {})
  const mocked = valueOf(page, 'cards.mock', { projectId: project?.id ?? '', count: 3_000 }).catch(() => null)
  expect(await desk.quit()).toBe(0)
  await mocked
  await expect(fetch(`${baseUrl}/health`)).rejects.toThrow()
  expect(existsSync(join(desk.dataDir, 'owner.json'))).toBe(false)
  expect(await command(desk, 'check')).toMatchObject({ ok: true })
  const log = readFileSync(join(desk.home, 'logs/fuelcard-desk.log'), 'utf8')
  expect(log).not.toContain('shutdown step failed')
})

test('a signal ends it as the menu does', async ({ start }) => {
  const desk = start({ words: ['--port=0'] })
  await desk.page()
  desk.kill('SIGTERM')
  expect(await desk.ended).toBe(0)
  expect(existsSync(join(desk.dataDir, 'owner.json'))).toBe(false)
})

test('a port that is taken leaves the API off until it is free', async ({ start }) => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const desk = start({ words: [`--port=${port}`] })
  const page = await desk.page()
  await showCards(page)
  expect(await valueOf(page, 'service.info', {})).toMatchObject({ baseUrl: null, api: { state: 'port_taken', port } })
  expect(await desk.evaluate(({ seen }) => seen.tray?.tooltip)).toContain(`API off: port ${port} is in use`)
  other.close()
  await once(other, 'close')
  await expect.poll(async () => (await valueOf(page, 'service.info', {})).api.state, { timeout: 15_000 }).toBe('on')
  expect((await fetch(`http://127.0.0.1:${port}/v1/health`)).status).toBe(200)
  // Both doors know the same names only.
  const rebound = await new Promise<number | undefined>((resolve, reject) => {
    import('node:http').then(
      ({ request }) =>
        request(
          { host: '127.0.0.1', port, path: '/inbox/x', method: 'POST', headers: { host: 'evil.example' } },
          (answer) => resolve(answer.statusCode),
        )
          .on('error', reject)
          .end(),
      reject,
    )
  })
  expect(rebound).not.toBe(200)
})
