import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  openSync,
  closeSync,
  cpSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { spawnSync } from 'node:child_process'
import BetterSqlite3 from 'better-sqlite3'
import { afterAll, expect, test } from 'vitest'
import { createHome, type Home } from '../support/program.ts'

const template = createHome(afterAll)
let filling: Promise<string> | null = null

/** A project and a backup, whose folder is returned. */
async function fill(home: Home): Promise<string> {
  await home.json(['projects', 'create', '--name', 'Fleet'])
  return (await home.json<{ path: string }>(['backup'])).path
}

/** A home whose folder has been used once and has a backup, copied from one that all tests share. */
async function usedHome(): Promise<{ home: Home; backup: string }> {
  const home = createHome()
  const backup = relative(template.dir, await (filling ??= fill(template)))
  for (const name of ['data', 'config']) cpSync(join(template.dir, name), join(home.dir, name), { recursive: true })
  return { home, backup: join(home.dir, backup) }
}

/** The bytes of everything in the data folder but the lock and its note. */
function fingerprint(folder: string): Record<string, string> {
  const isData = (name: string) => !name.startsWith('owner.') && statSync(join(folder, name)).isFile()
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isData)
  return Object.fromEntries(
    files.map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ]),
  )
}

/** Starts a service that must not start, and checks that it says why and has changed nothing. */
async function refusesToStart(home: Home, environment: NodeJS.ProcessEnv = {}): Promise<string> {
  const before = fingerprint(home.dataDir)
  const ending = await home.run(['serve', '--port', '0', '--json'], { environment })
  expect(ending.code).toBe(3)
  expect(ending.stdout).toBe('')
  expect(fingerprint(home.dataDir)).toEqual(before)
  const error = JSON.parse(ending.stderr) as { code: string; message: string }
  return `${error.code} ${error.message}`
}

test('a missing data key is reported, and no new one is made', async () => {
  const { home } = await usedHome()
  rmSync(home.keyDir, { recursive: true })
  expect(await refusesToStart(home)).toMatch(new RegExp(`^error.data_key .*missing.*${home.keyDir}`))
  expect(() => statSync(home.keyDir)).toThrow('ENOENT')
})

test('another data key is refused', async () => {
  const { home } = await usedHome()
  const [file = ''] = readdirSync(home.keyDir)
  writeFileSync(join(home.keyDir, file), `${Buffer.alloc(32, 7).toString('base64')}\n`)
  expect(await refusesToStart(home)).toMatch(/^error.data_key .*not the one/)
  expect(await refusesToStart(home, { FUELCARD_DATA_KEY: Buffer.alloc(32, 9).toString('hex') })).toMatch(
    /^error.data_key .*FUELCARD_DATA_KEY/,
  )
})

test('a key file that others can read is refused, with advice on how to close it', async () => {
  const { home } = await usedHome()
  const [file = ''] = readdirSync(home.keyDir)
  chmodSync(join(home.keyDir, file), 0o644)
  expect(await refusesToStart(home)).toMatch(/^error.data_key .*can be read by others \(mode 0644\).*chmod 600/)
})

test('a corrupt database is reported with the newest good backup, and stays in place', async () => {
  const { home, backup } = await usedHome()
  const file = join(home.dataDir, 'sandbox.sqlite')
  const descriptor = openSync(file, 'r+')
  // From the second page on: the header still identifies the file as ours.
  writeSync(descriptor, Buffer.alloc(statSync(file).size - 8192, 0xa5), 0, null, 8192)
  closeSync(descriptor)
  const message = await refusesToStart(home)
  expect(message).toContain(file)
  expect(message).toContain(backup)
  const check = await home.run(['check', '--json'])
  expect(check.code).toBe(1)
  expect(JSON.parse(check.stdout)).toMatchObject({ ok: false, files: [{ name: 'sandbox.sqlite' }] })
  // Follows the advice of the message.
  await home.json(['restore', backup])
  expect(await home.json(['check'])).toMatchObject({ ok: true })
})

test('an emptied database is damage to a start and to a check, never a new one', async () => {
  const { home, backup } = await usedHome()
  const file = join(home.dataDir, 'production.sqlite')
  truncateSync(file)
  expect(await refusesToStart(home)).toContain(
    `${file} is damaged: it is empty. Nothing was changed. The newest good backup is ${backup}`,
  )
  const check = await home.run(['check', '--json'])
  expect(check.code).toBe(1)
  expect(JSON.parse(check.stdout)).toMatchObject({ ok: false, files: [{ name: 'production.sqlite' }] })
})

test('a data folder that others can enter is reported by check, and closed by check --fix-modes', async () => {
  const home = createHome()
  await fill(home)
  chmodSync(home.dataDir, 0o750)
  const service = await home.serve()
  expect(await home.json(['check'])).toMatchObject({ ok: true, openPaths: [{ path: home.dataDir, mode: '0750' }] })
  expect((await home.run(['check'])).stdout).toContain('restrict them with: check --fix-modes')
  expect((await home.run(['check', '--fix-modes'])).stdout).toContain(`${home.dataDir}: was 0750, closed now`)
  expect((await home.run(['check'])).stdout).toContain('All is well.')
  await service.end('SIGTERM')
})

test('a database of a newer version is reported, and not touched', async () => {
  const { home, backup } = await usedHome()
  const file = join(home.dataDir, 'production.sqlite')
  const sqlite = new BetterSqlite3(file)
  sqlite.exec("INSERT INTO schema_migration VALUES (99, '9990-from-the-future', 'x', '2099-01-01')")
  sqlite.close()
  const message = await refusesToStart(home)
  expect(message).toMatch(/newer version/)
  expect(message).toContain(file)
  expect(message).toContain(backup)
})

test('a missing database is never replaced by an empty one', async () => {
  const { home } = await usedHome()
  const file = join(home.dataDir, 'control.sqlite')
  renameSync(file, join(home.dir, 'elsewhere'))
  expect(await refusesToStart(home)).toContain(`${file} is missing`)
})

test('a folder that cannot be created is reported', async () => {
  const home = createHome()
  const file = join(home.dir, 'a-file')
  writeFileSync(file, '')
  const ending = await home.run(['serve', '--port', '0', '--data-dir', join(file, 'data'), '--json'])
  expect(ending.code).toBe(3)
  expect(JSON.parse(ending.stderr)).toMatchObject({
    code: 'error.unavailable',
    message: `The data folder ${join(file, 'data')} cannot be made`,
  })
})

// Root may write anywhere, so the program runs as another user, who must be able to read the sources.
const asRoot = process.getuid?.() === 0
const NOBODY = 65_534
const canRun =
  !asRoot || spawnSync(process.execPath, ['--version'], { uid: NOBODY, cwd: import.meta.dirname }).status === 0

test.runIf(canRun)('a folder that cannot be written is reported', async () => {
  const home = createHome()
  const uid = asRoot ? NOBODY : undefined
  const as = uid === undefined ? {} : { uid }
  if (uid !== undefined) for (const name of ['', 'run']) chownSync(join(home.dir, name), uid, uid)
  expect((await home.run(['projects', 'create', '--name', 'Fleet'], as)).code).toBe(0)
  const before = fingerprint(home.dataDir)
  chmodSync(home.dataDir, 0o500)
  const ending = await home.run(['serve', '--port', '0', '--json'], as)
  chmodSync(home.dataDir, 0o700)
  expect(ending.code).toBe(3)
  expect(JSON.parse(ending.stderr)).toMatchObject({
    code: 'error.unavailable',
    message: expect.stringContaining(`${home.dataDir} cannot be written`) as string,
  })
  expect(fingerprint(home.dataDir)).toEqual(before)
})
