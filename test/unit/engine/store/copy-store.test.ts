import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import type { StoreAddress } from '../../../../src-main/database/postgres/store-address.ts'
import { SCHEMAS } from '../../../../src-main/database/postgres/store-address.ts'
import { openEngine } from '../../../../src-main/engine/engine.ts'
import { acquireFolderLock } from '../../../../src-main/engine/folder-lock.ts'
import { bulkRequestSchema } from '../../../../src-main/domain/cards/bulk.ts'
import { copyStore, type CopySource, type CopyTarget } from '../../../../src-main/engine/store/copy-store.ts'
import { CLERK } from '../../../support/context.ts'
import { memoryKeySource } from '../../../support/engine.ts'
import { temporaryFolder } from '../../../support/folder.ts'
import { dropStore, newStore } from '../../../support/postgres/databases.ts'
import { removeFolder } from '../../../support/remove-folder.ts'
import { rowsOf } from '../../../support/rows.ts'
import { run } from '../bulk/fleet.ts'

const VERSION = '0.0.0-test'
/** A small fleet by default; `FUELCARD_COPY_CARDS=100000` copies as many, each with a past. */
const CARDS = Number(process.env['FUELCARD_COPY_CARDS'] ?? 1_200)
const PATIENCE_MS = 240_000 + CARDS * 10

interface Place {
  file: string
  owner: string
  address: StoreAddress
}

/** An empty store with its two files. */
async function emptyStore(): Promise<Place> {
  const address = await newStore()
  onTestFinished(() => dropStore(address))
  const { owner } = inject('postgres')
  const file = join(temporaryFolder(), 'store')
  const urlOf = (user: string, password = '') => {
    const [{ host, port } = { host: '', port: 0 }] = address.control.hosts
    return `postgres://${user}:${password}@${host}:${port}/${address.control.database}`
  }
  const lines = SCHEMAS.map((schema) => `${schema}=${urlOf(address[schema].user, address[schema].password)}\n`)
  writeFileSync(file, lines.join(''), { mode: 0o600 })
  writeFileSync(`${file}.owner`, `owner=${urlOf(owner.user, owner.password)}\n`, { mode: 0o600 })
  return { file, owner: `${file}.owner`, address }
}

describe('a copy of a desk', () => {
  const dataKey = memoryKeySource()
  const copy = (from: CopySource, to: CopyTarget, more: { moves?: boolean; signal?: AbortSignal } = {}) =>
    copyStore({ from, to, version: VERSION, dataKey, moves: false, onProgress: () => {}, ...more })
  const open = (dataDir: string, store?: StoreAddress) =>
    openEngine({ dataDir, dataKey, version: VERSION, ...(store === undefined ? {} : { store }), runsWork: false })

  let made: { dataDir: string; projectId: string }

  /** A desk of its own with cards, a change and its history. */
  function desk(): { dataDir: string; projectId: string } {
    const dataDir = temporaryFolder()
    cpSync(made.dataDir, dataDir, { recursive: true })
    return { ...made, dataDir }
  }

  beforeAll(async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'fuelcard-test-'))
    const engine = await open(dataDir)
    const { id } = await engine.projects.create('Fleet', CLERK)
    const sandbox = engine.environment('sandbox')
    await sandbox.mockCards?.create(id, { count: CARDS, seed: 1 }, CLERK)
    const [card] = (await sandbox.cards.list(id, { page: 1, limit: 1, sortField: 'createdAt', status: 'active' })).docs
    await sandbox.cards.command(id, card?.id ?? '', { type: 'update', driver: 'Zoë Ångström' }, CLERK)
    if (CARDS > 1_200)
      await run(
        sandbox,
        id,
        bulkRequestSchema.parse({
          selection: { kind: 'query', query: { status: 'active' } },
          command: { type: 'disable' },
        }),
      )
    await engine.stop()
    made = { dataDir, projectId: id }
    return () => removeFolder(dataDir)
  }, PATIENCE_MS)

  test('goes to PostgreSQL and back, and is the same in every table', { timeout: PATIENCE_MS }, async () => {
    const { dataDir, projectId } = desk()
    const store = await emptyStore()
    const there = await copy({ dataDir, backup: null }, { store: store.file, owner: store.owner }, { moves: true })
    expect(there).toMatchObject({ moved: true, recounted: [], held: [] })
    expect(there.chains.map(({ ok }) => ok)).toEqual([true, true, true])
    expect(there.tables.find(({ database, table }) => database === 'sandbox' && table === 'card')?.rows).toBe(CARDS)
    const second = temporaryFolder()
    const back = await copy({ store: store.file }, { dataDir: second }, { moves: true })
    expect(back.tables).toEqual(there.tables)
    expect(back.recounted).toEqual([])

    const engine = await open(second)
    const { cards } = engine.environment('sandbox')
    const found = (search: string) => cards.list(projectId, { page: 1, limit: 1, sortField: 'createdAt', search })
    // The search was made anew, and rows are numbered on from where they were.
    expect((await found('angström')).total + (await found('ångström')).total).toBeGreaterThan(0)
    await engine.environment('sandbox').mockCards?.create(projectId, { count: 3, seed: 2 }, CLERK)
    expect((await cards.list(projectId, { page: 1, limit: 1, sortField: 'createdAt' })).total).toBe(CARDS + 3)
    await engine.stop()
  })

  test('leaves a moved source that refuses to start, and says where the data went', async () => {
    const { dataDir } = desk()
    const store = await emptyStore()
    await copy({ dataDir, backup: null }, { store: store.file, owner: store.owner }, { moves: true })
    await expect(open(dataDir)).rejects.toMatchObject({
      code: 'error.store_moved',
      message: expect.stringContaining(store.address.control.database),
    })
    const second = temporaryFolder()
    await copy({ store: store.file }, { dataDir: second }, { moves: true })
    await expect(open(temporaryFolder(), store.address)).rejects.toMatchObject({ code: 'error.store_moved' })
  })

  test('sends nothing until it is released, where the source stays in use', async () => {
    const { dataDir } = desk()
    const second = temporaryFolder()
    expect((await copy({ dataDir, backup: null }, { dataDir: second })).held).toEqual(['sandbox', 'production'])
    const engine = await open(second)
    expect(await engine.environment('production').hold.state()).toMatchObject({ reason: 'restored' })
    await engine.stop()
  })

  test('goes into an empty place only', async () => {
    const { dataDir } = desk()
    const other = desk()
    await expect(copy({ dataDir, backup: null }, { dataDir: other.dataDir })).rejects.toMatchObject({
      fault: 'foreign',
    })
    const store = await emptyStore()
    const engine = await open(temporaryFolder(), store.address)
    await engine.stop()
    await expect(copy({ dataDir, backup: null }, { store: store.file, owner: store.owner })).rejects.toMatchObject({
      fault: 'foreign',
      message: expect.stringContaining('has data already'),
    })
  })

  test('that is interrupted leaves nothing, and can be made again', async () => {
    const { dataDir } = desk()
    const store = await emptyStore()
    const to = { store: store.file, owner: store.owner }
    const ended = new AbortController()
    const failing = copyStore({
      from: { dataDir, backup: null },
      to,
      version: VERSION,
      dataKey,
      moves: true,
      onProgress: (done) => done > 1_000 && ended.abort(new Error('ended')),
      signal: ended.signal,
    })
    await expect(failing).rejects.toThrow('ended')
    expect((await copy({ dataDir, backup: null }, to)).recounted).toEqual([])
  })

  test('into a folder is of no use to a service until it is finished, and begins again after a kill', async () => {
    const { dataDir } = desk()
    const second = temporaryFolder()
    // What a kill leaves.
    mkdirSync(join(second, 'copying'))
    writeFileSync(join(second, 'store-copy.unfinished'), '')
    writeFileSync(join(second, 'copying', 'control.sqlite'), 'half')
    await expect(open(second)).rejects.toMatchObject({ fault: 'unfinished' })
    const lock = acquireFolderLock(second)
    await copy({ dataDir, backup: null }, { dataDir: second })
    lock?.release()
    expect(rowsOf(second, 'sandbox', 'SELECT count(*) AS cards FROM card')).toEqual([{ cards: CARDS }])
  })

  test('is refused while an instance runs, if the data is to move', async () => {
    const { dataDir } = desk()
    const store = await emptyStore()
    await copy({ dataDir, backup: null }, { store: store.file, owner: store.owner }, { moves: true })
    const engine = await open(temporaryFolder(), store.address)
    await expect(copy({ store: store.file }, { dataDir: temporaryFolder() }, { moves: true })).rejects.toMatchObject({
      fault: 'busy',
    })
    await copy({ store: store.file }, { dataDir: temporaryFolder() })
    await engine.stop()
  })
})

test('an instance refuses the folder of a desk, and its backups are those of the server', async () => {
  const dataKey = memoryKeySource()
  const desk = temporaryFolder()
  await (await openEngine({ dataDir: desk, dataKey, version: VERSION, runsWork: false })).stop()
  const store = await emptyStore()
  await expect(openEngine({ dataDir: desk, dataKey, version: VERSION, store: store.address })).rejects.toThrow(
    'holds the databases of a desk',
  )
  const engine = await openEngine({ dataDir: temporaryFolder(), dataKey, version: VERSION, store: store.address })
  await expect(engine.backups.create()).rejects.toMatchObject({ reason: 'backed_up_by_server' })
  expect((await engine.check()).ok).toBe(true)
  expect(JSON.parse(await engine.diagnostics({}, []))).toMatchObject({ check: { ok: true } })
  await engine.stop()
})
