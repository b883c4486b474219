import { renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { SyncRunView } from '../../../../../src-main/domain/sync/provider.ts'
import type { Sync } from '../../../../../src-main/engine/sync/sync.ts'
import { BY_HAND } from '../../../../support/portal/connected.ts'
import { CLERK } from '../../../../support/context.ts'
import { openTestEngine, type TestEngine } from '../../../../support/engine.ts'
import { temporaryFolder } from '../../../../support/folder.ts'
import { rowsOf } from '../../../../support/rows.ts'
import { eventually } from '../../../../support/eventually.ts'

let test: TestEngine
let folder: string
let projectId: string
beforeEach(async () => {
  test = await openTestEngine({ repeatWorks: true })
  onTestFinished(() => test.close())
  folder = temporaryFolder()
  projectId = (await test.engine.projects.create('Fleet', CLERK)).id
})

const production = () => test.engine.environment('production')
function sync(): Sync {
  const { sync } = production()
  if (sync === null) throw new Error('production has no synchronisation')
  return sync
}
const connect = (schedule: { enabled: boolean } = BY_HAND) =>
  sync().providers.set(projectId, { adapter: 'file', folder }, schedule, CLERK)
async function pull(): Promise<SyncRunView> {
  const { id } = await sync().pull(projectId, {}, CLERK)
  return sync().wait(projectId, id, {})
}
const rows = (sql: string) => rowsOf(test.dataDir, 'production', sql)
const runs = () =>
  rows('SELECT kind, source, trigger, state, created, updated, unchanged, failed FROM sync_run ORDER BY seq')
const cards = () => rows('SELECT card_number AS number, status, driver, sync_status AS sync FROM card ORDER BY seq')

const HEADER = 'Card number;Status;Driver\n'
function write(name: string, lines: string, minutesAgo = 0): void {
  writeFileSync(join(folder, name), HEADER + lines)
  const time = Date.now() / 1_000 - minutesAgo * 60
  utimesSync(join(folder, name), time, time)
}

describe('a watched folder', () => {
  it('is read file by file, oldest first, each once; what a file does not name stays unchanged', async () => {
    write('b-older.csv', '1001;active;Ada\n1002;active;Grace\n', 60)
    write('a-newer.csv', '1001;inactive;Ada\n', 30)
    await connect()
    expect(await pull()).toMatchObject({ kind: 'pull', source: 'b-older.csv', state: 'completed', created: 2 })
    expect(runs()).toMatchObject([
      { kind: 'pull', source: 'b-older.csv', state: 'completed', created: 2 },
      { source: 'a-newer.csv', state: 'completed', created: 0, updated: 1 },
    ])
    expect(cards()).toEqual([
      { number: '1001', status: 'inactive', driver: 'Ada', sync: 'synced' },
      { number: '1002', status: 'active', driver: 'Grace', sync: 'synced' },
    ])
    // Without new files, the person who asked is told so, and nothing is read.
    expect(await pull()).toMatchObject({ source: folder, state: 'completed', created: 0, updated: 0, unchanged: 0 })
    write('a-newer.csv', '1001;active;Ada\n')
    expect(await pull()).toMatchObject({ source: 'a-newer.csv', updated: 1 })
    expect(rows("SELECT actor_name AS name FROM audit_entry WHERE action = 'cards.import'")).toHaveLength(3)
  }, 30_000)

  it('is read when a file arrives, but not while the file is still being written', async () => {
    await connect({ enabled: true })
    await eventually(async () => expect((await sync().state(projectId)).running).toBeNull())
    writeFileSync(join(folder, 'export.csv.part'), `${HEADER}1001;active;Ada\n`)
    writeFileSync(join(folder, '~$export.xlsx'), 'x')
    renameSync(join(folder, 'export.csv.part'), join(folder, 'export.csv'))
    await eventually(() =>
      expect(runs()).toMatchObject([{ source: 'export.csv', trigger: 'schedule', state: 'completed', created: 1 }]),
    )
  }, 30_000)

  it('continues with the other files if one cannot be read, and retries that one only when it changes', async () => {
    write('bad.csv', '', 60)
    writeFileSync(join(folder, 'bad.csv'), 'Plate;Driver\nB-XY 12;Ada\n')
    utimesSync(join(folder, 'bad.csv'), 1_000, 1_000)
    write('good.csv', '1001;active;Ada\n', 30)
    await connect()
    expect(await pull()).toMatchObject({
      source: 'bad.csv',
      state: 'failed',
      error: expect.any(String) as string,
      failureKind: null,
    })
    expect(runs()).toMatchObject([
      { source: 'bad.csv', state: 'failed' },
      { source: 'good.csv', state: 'completed', created: 1 },
    ])
    await pull()
    expect(runs()).toHaveLength(3)
  }, 30_000)

  it('that can no longer be read is a failure in words', async () => {
    await connect()
    rmSync(folder, { recursive: true })
    expect(await pull()).toMatchObject({
      state: 'failed',
      failureKind: 'folder',
      error: expect.stringContaining(`The folder ${folder} cannot be read (ENOENT)`) as string,
    })
    expect(await sync().providers.get(projectId)).toMatchObject({ failureCount: 1 })
  })

  it('is optional: without one, exports are imported by hand', async () => {
    await sync().providers.set(projectId, { adapter: 'file', folder: null }, { enabled: true }, CLERK)
    await expect(pull()).rejects.toMatchObject({
      code: 'error.validation',
      details: [{ message: expect.stringMatching(/import one/) as string }],
    })
  })
})

describe('an import of a complete file', () => {
  const importing = (name: string, options: { apply?: boolean; complete?: boolean; acceptMissing?: boolean } = {}) =>
    production().imports.run(projectId, { file: join(folder, name), apply: true, ...options }, CLERK)
  const lines = (count: number) =>
    Array.from({ length: count }, (_, index) => `${2_000 + index};active;Driver ${index}\n`).join('')

  it('marks the cards it does not name, after a dry run has said so; a partial one loses nothing', async () => {
    write('all.csv', lines(12))
    write('most.csv', lines(10))
    await importing('all.csv', { complete: true })
    expect(await importing('most.csv')).toMatchObject({ leave: 10, gone: 0 })
    expect(await importing('most.csv', { apply: false, complete: true })).toMatchObject({
      leave: 10,
      gone: 2,
      goneUnbelieved: false,
      applied: false,
    })
    expect(rows("SELECT count(*) AS failed FROM card WHERE sync_status = 'failed'")).toEqual([{ failed: 0 }])
    expect(await importing('most.csv', { complete: true })).toMatchObject({ leave: 10, gone: 2 })
    expect(rows('SELECT updated, complete FROM sync_run ORDER BY seq DESC LIMIT 1')).toEqual([
      { updated: 2, complete: 1 },
    ])
    expect(rows("SELECT card_number AS number FROM card WHERE sync_status = 'failed' ORDER BY seq")).toEqual([
      { number: '2010' },
      { number: '2011' },
    ])
    expect(await importing('all.csv')).toMatchObject({ change: 2, leave: 10 })
  })

  it('is treated as a partial one if a row was refused', async () => {
    write('all.csv', lines(12))
    write('broken.csv', `${lines(10)}12;active;Too short\n`)
    await importing('all.csv', { complete: true })
    expect(await importing('broken.csv', { complete: true })).toMatchObject({ leave: 10, refusedTotal: 1, gone: 0 })
    expect(rows("SELECT count(*) AS failed FROM card WHERE sync_status = 'failed'")).toEqual([{ failed: 0 }])
  })

  it('is not trusted if it lacks more than a fifth, unless a clerk says so', async () => {
    write('all.csv', lines(40))
    write('few.csv', lines(20))
    await importing('all.csv', { complete: true })
    expect(await importing('few.csv', { apply: false, complete: true })).toMatchObject({
      gone: 20,
      goneUnbelieved: true,
    })
    await expect(importing('few.csv', { complete: true })).rejects.toMatchObject({
      code: 'error.validation',
      details: [{ message: expect.stringMatching(/lacks 20 of the 40/) as string }],
    })
    expect(rows('SELECT state FROM sync_run ORDER BY seq DESC LIMIT 1')).toEqual([{ state: 'failed' }])
    expect(rows('SELECT missing, failure_kind AS kind FROM sync_run ORDER BY seq DESC LIMIT 1')).toEqual([
      { missing: 20, kind: 'missing_cards' },
    ])
    expect(await importing('few.csv', { complete: true, acceptMissing: true })).toMatchObject({ gone: 20 })
  })
})
