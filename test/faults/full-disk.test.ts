import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import type { CreatedApiKey, Project } from '../../src-main/domain/access.ts'
import type { Card } from '../../src-main/domain/card.ts'
import { createHome, request } from '../support/program.ts'

/** For a process with a file size limit, every disk is full: writes fail where they would make a file longer. */
const limit = (pid: number, bytes: number | 'unlimited') =>
  expect(spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]).status).toBe(0)
const canLimit = spawnSync('prlimit', ['--version']).status === 0

test.runIf(canLimit)(
  'a full disk refuses writes in words with Retry-After; reads go on, and so do writes once there is room',
  async () => {
    const home = createHome()
    const service = await home.serve()
    const project = await home.json<Project>(['projects', 'create', '--name', 'Fleet'])
    await home.json(['cards', 'mock', '--count', '20', '--seed', '1'])
    const { key } = await home.json<CreatedApiKey>(['keys', 'create', '--environment', 'sandbox'])
    const cards = `${service.ready.baseUrl}/projects/${project.id}/cards`
    const listed = await request(key, 'GET', `${cards}?limit=100`)
    const card = (listed.body as { docs: Card[] }).docs.find(({ status }) => status === 'active')
    const rename = (driver: string) => request(key, 'PATCH', `${cards}/${card?.id}`, { body: { driver } })
    limit(service.ready.pid, 4_096)

    const refused = await rename('Nobody')
    expect(refused.status).toBe(503)
    expect(refused.body).toEqual({
      code: 'error.unavailable',
      message: expect.stringMatching(/^The disk that holds the data .*nothing was changed/) as string,
      requestId: expect.any(String) as string,
    })
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    const repeated = await request(key, 'POST', `${cards}/${card?.id}/disable`, {
      headers: { 'Idempotency-Key': 'once' },
    })
    expect(repeated.status).toBe(503)
    expect((await request(key, 'GET', `${cards}/${card?.id}`)).body).toEqual(card)
    expect((await request(key, 'GET', `${cards}?search=nobody`)).status).toBe(200)
    const command = await home.run(['projects', 'rename', 'Fleet', '--name', 'Trucks', '--json'])
    expect(command.code).toBe(3)
    expect(JSON.parse(command.stderr)).toMatchObject({
      code: 'error.unavailable',
      message: expect.stringMatching(/control\.sqlite cannot be (read or )?written/) as string,
    })

    limit(service.ready.pid, 'unlimited')
    expect((await rename('Somebody')).body).toMatchObject({ driver: 'Somebody' })
    expect(
      (await request(key, 'POST', `${cards}/${card?.id}/disable`, { headers: { 'Idempotency-Key': 'once' } })).status,
    ).toBe(200)
    expect(await home.json(['check'])).toMatchObject({ ok: true })
    await service.end('SIGTERM')
  },
)

test.runIf(process.platform !== 'win32')(
  'a start on a full disk says so, the first as well as a later one',
  async () => {
    const home = createHome()
    const startOnFullDisk = () => {
      const { status, stderr } = spawnSync(
        'sh',
        ['-c', 'ulimit -f 0; exec "$@"', 'sh', process.execPath, home.program, 'serve', '--port', '0', '--json'],
        { env: home.environment, encoding: 'utf8' },
      )
      expect(status).toBe(3)
      return JSON.parse(stderr) as { code: string; message: string }
    }
    const told = { code: 'error.unavailable', message: expect.stringContaining('the disk is full') as string }
    expect(startOnFullDisk()).toMatchObject(told)
    await home.json(['projects', 'create', '--name', 'Fleet'])
    expect(startOnFullDisk()).toMatchObject(told)
    expect(await home.json(['check'])).toMatchObject({ ok: true })
  },
)
