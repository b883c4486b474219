import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, watch } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createHome, PROGRAM, type Home } from '../support/program.ts'

/** Starts the service and kills it after that many file system events in its folders. */
async function killAfter(home: Home, happenings: number): Promise<void> {
  mkdirSync(join(home.dir, 'data'), { recursive: true })
  mkdirSync(join(home.dir, 'config'), { recursive: true })
  const child = spawn(process.execPath, [PROGRAM, 'serve', '--port', '0', '--json'], {
    env: home.environment,
    stdio: 'ignore',
  })
  let seen = 0
  const watcher = watch(home.dir, { recursive: true }, () => {
    seen += 1
    if (seen === happenings) child.kill('SIGKILL')
  })
  // A start with fewer events is killed when it is idle.
  const late = setTimeout(() => child.kill('SIGKILL'), 8_000)
  await once(child, 'exit')
  clearTimeout(late)
  watcher.close()
}

test('a first start killed at any moment is finished by the next one', async () => {
  const home = createHome()
  for (const happenings of [1, 4, 12, 25, 40, 60]) await killAfter(home, happenings)
  const service = await home.serve([])
  const projects = await home.json<{ id: string; name: string }[]>(['projects', 'list'])
  expect(projects.map(({ name }) => name)).toEqual(['Demo fleet'])
  expect(await home.json(['cards', 'list', '--limit', '1'])).toMatchObject({ total: 48 })
  expect(await home.json(['check'])).toMatchObject({ ok: true })
  expect((await service.end('SIGTERM')).code).toBe(0)
})
