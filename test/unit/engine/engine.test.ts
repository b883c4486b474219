import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { openConnection } from '../../../src-main/database/connection.ts'
import { DATABASE_KINDS } from '../../../src-main/database/migrations.ts'
import { fileOf } from '../../../src-main/engine/prepare-folder.ts'
import { CLERK } from '../../support/context.ts'
import { memoryKeySource, openTestEngine, type TestEngine } from '../../support/engine.ts'
import { temporaryFolder } from '../../support/folder.ts'

const KINDS = Object.keys(DATABASE_KINDS) as (keyof typeof DATABASE_KINDS)[]

/** The databases of a folder as they lie there; SQLite may leave empty companions beside a file that it only read. */
function databasesOf(dataDir: string): Record<string, string> {
  const files = readdirSync(dataDir).filter((name) => name.endsWith('.sqlite'))
  return Object.fromEntries(files.map((name) => [name, createHash('sha256').update(readFileSync(join(dataDir, name))).digest('hex')]))
}

it('calls a database sound that changed since it was last searched and checked', async () => {
  const test = await openTestEngine()
  onTestFinished(() => test.close())
  const { id } = await test.engine.projects.create('Fleet', CLERK)
  const { cards, mockCards } = test.engine.environment('sandbox')
  await mockCards?.create(id, { count: 300, seed: 1 }, CLERK)
  const active = (await cards.list(id, { page: 1, limit: 10, status: 'active', sortField: 'createdAt' })).docs
  for (const round of ['first', 'second', 'third']) {
    expect((await cards.list(id, { page: 1, limit: 10, sortField: 'createdAt', search: 'driver of the' })).total).toBe(round === 'first' ? 0 : active.length)
    for (const card of active) await cards.command(id, card.id, { type: 'update', driver: `Driver of the ${round} round` }, CLERK)
    expect((await test.engine.check()).files.flatMap(({ damage }) => damage)).toEqual([])
  }
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
    const error = await test.reopen().then(() => 'opened', (refusal: unknown) => refusal)
    expect(databasesOf(test.dataDir)).toEqual(before)
    return error
  }

  it('finds everything again', async () => {
    const engine = await test.reopen()
    expect(engine.projects.list().map(({ name }) => name)).toEqual(['Fleet'])
    expect(await engine.check()).toMatchObject({ ok: true })
    for (const name of ['sandbox', 'production'] as const) expect(engine.environment(name).hold.state()).toBeNull()
  })

  it.each(KINDS)('refuses a folder whose %s file is missing, instead of making an empty one', async (kind) => {
    rmSync(fileOf(test.dataDir, kind))
    expect(await reopening()).toMatchObject({ fault: 'missing', file: fileOf(test.dataDir, kind), message: expect.stringContaining(`The newest good backup is ${backup}`) })
    expect(existsSync(fileOf(test.dataDir, kind))).toBe(false)
  })

  it.each(KINDS)('refuses a damaged %s file and names the newest good backup', async (kind) => {
    writeFileSync(fileOf(test.dataDir, kind), readFileSync(fileOf(test.dataDir, kind)).subarray(0, 8192))
    expect(await reopening()).toMatchObject({ fault: 'corrupt', file: fileOf(test.dataDir, kind), message: expect.stringContaining(`Nothing was changed. The newest good backup is ${backup}`) })
  })

  it('refuses a file of a newer version, and says when there is no backup', async () => {
    rmSync(join(test.dataDir, 'backups'), { recursive: true })
    const sqlite = openConnection(fileOf(test.dataDir, 'production'))
    sqlite.exec("INSERT INTO schema_migration (id, checksum, applied_at) VALUES ('environment-9990-later', 'x', 'x')")
    sqlite.close()
    expect(await reopening()).toMatchObject({ fault: 'newer', message: expect.stringContaining('There is no backup in the backups folder') })
  })

  it('refuses a missing and a wrong data key, and makes no new one', async () => {
    const [folderId = '', key = new Uint8Array()] = [...test.dataKey.keys][0] ?? []
    test.dataKey.keys.clear()
    expect(await reopening()).toMatchObject({ code: 'error.data_key', message: expect.stringContaining('memory') })
    expect(test.dataKey.keys.size).toBe(0)
    test.dataKey.keys.set(folderId, new Uint8Array(32).fill(3))
    expect(await reopening()).toMatchObject({ code: 'error.data_key', message: expect.stringContaining('not the one') })
    test.dataKey.keys.set(folderId, key)
    expect((await test.reopen()).projects.list()).toHaveLength(1)
  })

  it('says so when the folder cannot be made', async () => {
    const blocked = join(temporaryFolder(), 'blocked')
    writeFileSync(blocked, '')
    await expect(openTestEngine({ dataDir: join(blocked, 'data'), dataKey: memoryKeySource() })).rejects.toMatchObject({ fault: 'read_only', message: expect.stringContaining(blocked) })
  })
})
