import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { CreatedApiKey, Project } from '../../src-main/domain/access.ts'
import { createHome, request, type Home } from '../support/program.ts'

async function projectWithKey(home: Home): Promise<{ project: Project; key: CreatedApiKey }> {
  const project = await home.json<Project>(['projects', 'create', '--name', 'Fleet'])
  const key = await home.json<CreatedApiKey>(['keys', 'create', '--project', project.id, '--environment', 'sandbox'])
  return { project, key }
}

test('a second service on the same folder names the owner and ends', async () => {
  const home = createHome()
  const first = await home.serve()
  const second = await home.run(['serve', '--port', '0', '--json'])
  expect(second.code).toBe(3)
  expect(second.stdout).toBe('')
  expect(JSON.parse(second.stderr)).toEqual({
    code: 'error.folder_in_use',
    message: `The data folder ${home.dataDir} is in use by a running service (process ${first.ready.pid})`,
  })
  expect((await fetch(`${first.ready.baseUrl}/health`)).status).toBe(200)
  expect((await first.end('SIGTERM')).code).toBe(0)
})

test('the same folder under another name is the same folder', async () => {
  const home = createHome()
  await home.serve()
  const second = await home.run(['serve', '--port', '0', '--data-dir', join(home.dataDir, '..', 'fuelcard-desk', '.')])
  expect(second.code).toBe(3)
})

test('the ready line names the service, once and alone on standard output', async () => {
  const home = createHome()
  const service = await home.serve()
  const { event, baseUrl, uiUrl, dataDir, pid } = service.ready
  expect(Object.keys(service.ready)).toEqual(['event', 'baseUrl', 'uiUrl', 'dataDir', 'pid'])
  expect(event).toBe('ready')
  expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/)
  expect(uiUrl).toMatch(new RegExp(`^${baseUrl.slice(0, -3)}/#login=[A-Za-z0-9_-]{43}$`))
  expect(dataDir).toBe(home.dataDir)
  const ending = await service.end('SIGINT')
  // On a busy machine, a query may take long enough for a line in the log.
  const said = ending.stderr.split('\n').filter((line) => line !== '' && !line.includes('"slow query"'))
  expect({ code: ending.code, signal: ending.signal, said }).toEqual({ code: 0, signal: null, said: [] })
  expect(ending.stdout.trim().split('\n')).toEqual([JSON.stringify(service.ready)])
  expect(pid).toBeGreaterThan(0)
  expect(existsSync(join(home.dataDir, 'owner.json'))).toBe(false)
})

test('a command runs in the owner, and takes effect at once', async () => {
  const home = createHome()
  const service = await home.serve()
  const { project, key } = await projectWithKey(home)
  const cards = `${service.ready.baseUrl}/projects/${project.id}/cards`
  expect(await home.json(['cards', 'mock', '--project', project.id, '--count', '5', '--seed', '1'])).toEqual({
    created: 5,
    seed: 1,
  })
  expect(await request(key.key, 'GET', cards)).toMatchObject({ status: 200, body: { total: 5 } })
  expect(await home.json(['keys', 'revoke', key.id])).toMatchObject({
    id: key.id,
    revokedAt: expect.any(String) as string,
  })
  expect(await request(key.key, 'GET', cards)).toMatchObject({ status: 401, body: { code: 'error.unauthorized' } })
  const owner = JSON.parse(await readFile(join(home.dataDir, 'owner.json'), 'utf8')) as {
    pid: number
    kind: string
    socket: string
  }
  expect(owner).toMatchObject({ pid: service.ready.pid, kind: 'serve' })
  expect(((await stat(owner.socket)).mode & 0o777).toString(8)).toBe('600')
})

test('a command that fails in the owner has the same words and exit code as one that fails here', async () => {
  const home = createHome()
  await projectWithKey(home)
  const words = ['keys', 'revoke', '0b0f7a52-9d4e-4c7a-8f43-3c1b7a2f9d10', '--json']
  const alone = await home.run(words)
  await home.serve()
  const inOwner = await home.run(words)
  expect(alone.code).toBe(1)
  expect(JSON.parse(alone.stderr)).toEqual({ code: 'error.key_not_found', message: 'API key not found' })
  expect(inOwner).toEqual(alone)
})

test('a killed owner leaves nothing in the way of the next', async () => {
  const home = createHome()
  const first = await home.serve()
  const { project } = await projectWithKey(home)
  expect((await first.end('SIGKILL')).signal).toBe('SIGKILL')
  expect(existsSync(join(home.dataDir, 'owner.json'))).toBe(true)
  // Without an owner, it takes over despite the old note and the dead socket.
  expect(await home.json(['projects', 'list'])).toEqual([project])
  const second = await home.serve()
  expect(await home.json(['projects', 'list'])).toEqual([project])
  expect((await second.end('SIGTERM')).code).toBe(0)
})

test('a restore runs inside the service, which goes on at the same address', async () => {
  const home = createHome()
  const service = await home.serve()
  const { project, key } = await projectWithKey(home)
  const backup = await home.json<{ path: string }>(['backup'])
  await home.json(['projects', 'create', '--name', 'Too late'])
  const report = await home.json<{ restored: string; held: string[]; dataKey: string }>(['restore', backup.path])
  expect(report).toMatchObject({ restored: backup.path, held: ['sandbox', 'production'], dataKey: 'same' })
  expect(await home.json(['projects', 'list'])).toEqual([project])
  expect((await request(key.key, 'GET', `${service.ready.baseUrl}/projects/${project.id}/cards`)).status).toBe(200)
  expect(await home.json(['resume'])).toEqual({ released: ['sandbox', 'production'] })
  expect((await service.end('SIGTERM')).code).toBe(0)
})

test('a refused restore leaves the service unchanged', async () => {
  const home = createHome()
  await home.serve()
  const { project } = await projectWithKey(home)
  const refused = await home.run(['restore', join(home.dir, 'no-backup'), '--json'])
  expect(refused.code).toBe(1)
  expect(JSON.parse(refused.stderr)).toMatchObject({ code: 'error.validation' })
  expect(await home.json(['projects', 'list'])).toEqual([project])
})
