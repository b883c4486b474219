import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { openConnection } from '../../../src-main/database/sqlite/connection.ts'
import { DATABASE_KINDS } from '../../../src-main/database/sqlite/database-kinds.ts'
import { fileOf } from '../../../src-main/engine/prepare-folder.ts'
import { CLERK } from '../../support/context.ts'
import { memoryKeySource, openTestEngine, type MemoryKeySource, type TestEngine } from '../../support/engine.ts'
import { temporaryFolder } from '../../support/folder.ts'

const KINDS = Object.keys(DATABASE_KINDS) as (keyof typeof DATABASE_KINDS)[]

/** A folder's databases by name; SQLite may leave empty companions of a file that it only read. */
function databasesOf(dataDir: string): Record<string, string> {
  const files = readdirSync(dataDir).filter((name) => name.endsWith('.sqlite'))
  return Object.fromEntries(
    files.map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(dataDir, name)))
        .digest('hex'),
    ]),
  )
}

it('reports a database as sound that changed since it was last searched and checked', async () => {
  const test = await openTestEngine()
  onTestFinished(() => test.close())
  const { id } = await test.engine.projects.create('Fleet', CLERK)
  const { cards, mockCards } = test.engine.environment('sandbox')
  await mockCards?.create(id, { count: 300, seed: 1 }, CLERK)
  const active = (await cards.list(id, { page: 1, limit: 10, status: 'active', sortField: 'createdAt' })).docs
  for (const round of ['first', 'second', 'third']) {
    expect((await cards.list(id, { page: 1, limit: 10, sortField: 'createdAt', search: 'driver of the' })).total).toBe(
      round === 'first' ? 0 : active.length,
    )
    for (const card of active)
      await cards.command(id, card.id, { type: 'update', driver: `Driver of the ${round} round` }, CLERK)
    expect((await test.engine.check()).files.flatMap(({ damage }) => damage)).toEqual([])
  }
})

describe('the very first start', () => {
  /** A folder as left by an interrupted start with that many files in place, and one of the others half-made. */
  async function cutOff(inPlace: number, whole: boolean): Promise<{ dataDir: string; dataKey: MemoryKeySource }> {
    const test = await openTestEngine({ dataDir: join(temporaryFolder(), 'data') })
    await test.engine.stop()
    const { dataDir, dataKey } = test
    mkdirSync(join(dataDir, 'creating'))
    for (const kind of KINDS.slice(inPlace)) renameSync(fileOf(dataDir, kind), fileOf(join(dataDir, 'creating'), kind))
    if (!whole) truncateSync(fileOf(join(dataDir, 'creating'), 'production'))
    return { dataDir, dataKey }
  }

  it.each([0, 1, 2])('that was interrupted with %i files in place is finished by the next one', async (inPlace) => {
    const folder = await cutOff(inPlace, true)
    const test = await openTestEngine(folder)
    onTestFinished(() => test.close())
    expect(await test.engine.check()).toMatchObject({ ok: true, openPaths: [] })
    expect(
      readdirSync(folder.dataDir)
        .filter((name) => name.includes('sqlite') || name === 'creating')
        .sort(),
    ).toEqual(expect.not.arrayContaining(['creating']))
  })

  it('that was interrupted while it created its files starts over', async () => {
    const test = await openTestEngine(await cutOff(0, false))
    onTestFinished(() => test.close())
    expect(await test.engine.check()).toMatchObject({ ok: true })
  })

  it.runIf(process.platform !== 'win32').each([0o000, 0o022, 0o077])(
    'closes all that it makes to others, under the umask %i',
    async (umask) => {
      const former = process.umask(umask)
      onTestFinished(() => {
        process.umask(former)
      })
      const dataDir = join(temporaryFolder(), 'a', 'data')
      const test = await openTestEngine({ dataDir })
      onTestFinished(() => test.close())
      await test.engine.projects.create('Fleet', CLERK)
      await test.engine.backups.create()
      await test.engine.check()
      const found = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).map((name) => [
        name,
        (statSync(join(dataDir, name)).mode & 0o777).toString(8),
      ])
      expect(found.map(([name]) => name)).toEqual(
        expect.arrayContaining(['control.sqlite', 'control.sqlite-wal', 'control.sqlite-shm', 'backups']),
      )
      expect(
        found.filter(([name, mode]) => mode !== (statSync(join(dataDir, name ?? '')).isDirectory() ? '700' : '600')),
      ).toEqual([])
      expect((statSync(dataDir).mode & 0o777).toString(8)).toBe('700')
    },
  )
})

describe('a folder that others can enter', () => {
  it('is reported at the start and by a check, which closes it on request; databases are closed at once', async () => {
    const test = await openTestEngine()
    onTestFinished(() => test.close())
    await test.engine.backups.create()
    await test.engine.stop()
    const file = fileOf(test.dataDir, 'production')
    for (const path of [test.dataDir, join(test.dataDir, 'backups')]) chmodSync(path, 0o755)
    chmodSync(file, 0o644)
    const engine = await test.reopen()
    expect(engine.notices()).toEqual([{ kind: 'open_folder', path: test.dataDir, mode: '0755' }])
    const open = [
      { path: test.dataDir, mode: '0755' },
      { path: join(test.dataDir, 'backups'), mode: '0755' },
    ]
    expect(await engine.check()).toMatchObject({ ok: true, openPaths: open, closedPaths: [] })
    expect(await engine.check({ fixModes: true })).toMatchObject({ openPaths: [], closedPaths: open })
    expect((statSync(test.dataDir).mode & 0o777).toString(8)).toBe('700')
    expect((await test.reopen()).notices()).toEqual([])
  })
})

describe('opening the engine', () => {
  let test: TestEngine
  let backup: string

  beforeEach(async () => {
    test = await openTestEngine()
    onTestFinished(() => test.close())
    await test.engine.projects.create('Fleet', CLERK)
    backup = (await test.engine.backups.create()).path
    await test.engine.stop()
  })

  const reopening = async () => {
    const before = databasesOf(test.dataDir)
    const error = await test.reopen().then(
      () => 'opened',
      (refusal: unknown) => refusal,
    )
    expect(databasesOf(test.dataDir)).toEqual(before)
    return error
  }

  it('finds everything again', async () => {
    const engine = await test.reopen()
    expect((await engine.projects.list()).map(({ name }) => name)).toEqual(['Fleet'])
    expect(await engine.check()).toMatchObject({ ok: true })
    for (const name of ['sandbox', 'production'] as const)
      expect(await engine.environment(name).hold.state()).toBeNull()
  })

  it.each(KINDS)('refuses a folder whose %s file is missing, instead of creating an empty one', async (kind) => {
    rmSync(fileOf(test.dataDir, kind))
    expect(await reopening()).toMatchObject({
      fault: 'missing',
      file: fileOf(test.dataDir, kind),
      message: expect.stringContaining(`The newest good backup is ${backup}`),
    })
    expect(existsSync(fileOf(test.dataDir, kind))).toBe(false)
  })

  it.each(KINDS)('refuses a %s file that was emptied, and never mistakes it for a new one', async (kind) => {
    truncateSync(fileOf(test.dataDir, kind))
    expect(await reopening()).toMatchObject({
      fault: 'corrupt',
      file: fileOf(test.dataDir, kind),
      message: expect.stringContaining(`it is empty. Nothing was changed. The newest good backup is ${backup}`),
    })
    expect(statSync(fileOf(test.dataDir, kind)).size).toBe(0)
  })

  it('refuses a folder whose databases are gone while a backup of them, or the log of one, is present', async () => {
    for (const kind of KINDS) rmSync(fileOf(test.dataDir, kind))
    expect(await reopening()).toMatchObject({
      fault: 'missing',
      message: expect.stringContaining(`The newest good backup is ${backup}`),
    })
    rmSync(join(test.dataDir, 'backups'), { recursive: true })
    writeFileSync(`${fileOf(test.dataDir, 'sandbox')}-wal`, 'what was not moved yet')
    expect(await reopening()).toMatchObject({ fault: 'missing' })
    rmSync(`${fileOf(test.dataDir, 'sandbox')}-wal`)
    expect(await (await test.reopen()).projects.list()).toEqual([])
  })

  it.each(KINDS)(
    'refuses a %s file that lost a trigger or an index, and a check finds it while the service runs',
    async (kind) => {
      const engine = await test.reopen()
      const sqlite = openConnection(fileOf(test.dataDir, kind))
      sqlite.exec('DROP TRIGGER audit_entry_is_append_only_delete; DROP INDEX audit_entry_by_project')
      sqlite.close()
      const damage = [
        'the index audit_entry_by_project is missing',
        'the trigger audit_entry_is_append_only_delete is missing',
      ]
      const report = await engine.check()
      expect(report.ok).toBe(false)
      expect(report.files.filter((file) => file.damage.length > 0)).toEqual([
        expect.objectContaining({ name: DATABASE_KINDS[kind].fileName, damage }),
      ])
      await engine.stop()
      expect(await reopening()).toMatchObject({ fault: 'corrupt', message: expect.stringContaining(damage.join('; ')) })
    },
  )

  it.each(KINDS)('refuses a damaged %s file and names the newest good backup', async (kind) => {
    writeFileSync(fileOf(test.dataDir, kind), readFileSync(fileOf(test.dataDir, kind)).subarray(0, 8192))
    expect(await reopening()).toMatchObject({
      fault: 'corrupt',
      file: fileOf(test.dataDir, kind),
      message: expect.stringContaining(`Nothing was changed. The newest good backup is ${backup}`),
    })
  })

  it('refuses a file of a newer version, and says when there is no backup', async () => {
    rmSync(join(test.dataDir, 'backups'), { recursive: true })
    const sqlite = openConnection(fileOf(test.dataDir, 'production'))
    sqlite.exec("INSERT INTO schema_migration (id, checksum, applied_at) VALUES ('environment-9990-later', 'x', 'x')")
    sqlite.close()
    expect(await reopening()).toMatchObject({
      fault: 'newer',
      message: expect.stringContaining('There is no backup in the backups folder'),
    })
  })

  it('refuses a missing and a wrong data key, and creates no new one', async () => {
    const [folderId = '', key = new Uint8Array()] = [...test.dataKey.keys][0] ?? []
    test.dataKey.keys.clear()
    expect(await reopening()).toMatchObject({ code: 'error.data_key', message: expect.stringContaining('memory') })
    expect(test.dataKey.keys.size).toBe(0)
    test.dataKey.keys.set(folderId, new Uint8Array(32).fill(3))
    expect(await reopening()).toMatchObject({ code: 'error.data_key', message: expect.stringContaining('not the one') })
    test.dataKey.keys.set(folderId, key)
    expect(await (await test.reopen()).projects.list()).toHaveLength(1)
  })

  it('says so when the folder cannot be created', async () => {
    const blocked = join(temporaryFolder(), 'blocked')
    writeFileSync(blocked, '')
    await expect(openTestEngine({ dataDir: join(blocked, 'data'), dataKey: memoryKeySource() })).rejects.toMatchObject({
      fault: 'read_only',
      message: expect.stringContaining(blocked),
    })
  })
})
