import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from '@playwright/test'
import type { Machine } from './stand-in/environment.ts'
import { PROGRAM } from './support/desk.ts'
import { removeFolder } from '../../support/remove-folder.ts'

// With the fuse RunAsNode off, an installed program cannot be told to be Node: it has to answer commands itself.
const home = mkdtempSync(join(tmpdir(), 'fuelcard-command-'))
const machine = { home, isPackaged: true } satisfies Partial<Machine>
const register = join(import.meta.dirname, 'stand-in/register.ts')
const { FORCE_COLOR: _colours, ...inherited } = process.env
const env = {
  ...inherited,
  HOME: home,
  XDG_DATA_HOME: join(home, 'share'),
  XDG_CONFIG_HOME: join(home, 'config'),
  XDG_CACHE_HOME: join(home, 'cache'),
  XDG_RUNTIME_DIR: home,
  NO_COLOR: '1',
  DISPLAY: '',
  WAYLAND_DISPLAY: '',
  STAND_IN_MACHINE: JSON.stringify(machine),
}
const installed = (...words: string[]) => ['--import', register, PROGRAM, ...words]
const run = (...words: string[]) => spawnSync(process.execPath, installed(...words), { env, encoding: 'utf8' })

test.afterAll(() => removeFolder(home))

test('an installed program answers commands in words, JSON and exit codes, as the command line does', () => {
  const created = run('projects', 'create', '--name', 'North', '--json')
  expect([created.status, created.stderr]).toEqual([0, ''])
  expect(JSON.parse(created.stdout)).toMatchObject({ name: 'North' })
  expect(run('projects', 'list').stdout).toContain('North')
  expect(run('--version').stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  const unknown = run('nonsense')
  expect([unknown.status, unknown.stderr]).toEqual([2, "Error: unknown command 'nonsense'\n"])
  expect(run('keys', 'revoke', '00000000-0000-4000-8000-000000000000').status).toBe(1)
})

test('behind "--" every word is the command\'s, as the stub for the Windows console hands them over', () => {
  expect(run('--', 'projects', 'list', '--json').status).toBe(0)
  expect(run('--').stdout).toContain('Usage: fuelcard-desk')
})

test('it serves without a window until it receives a signal', async () => {
  const service = spawn(process.execPath, installed('serve', '--port', '0', '--json'), {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const line = await new Promise<string>((resolve) => createInterface({ input: service.stdout }).once('line', resolve))
  const { baseUrl } = JSON.parse(line) as { baseUrl: string }
  expect((await fetch(`${baseUrl}/health`)).status).toBe(200)
  service.kill('SIGTERM')
  expect(await once(service, 'exit')).toEqual([0, null])
})
