import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { backupInfoSchema } from '../../../../src-main/domain/desk/backup.ts'
import { openDatabase } from '../../../../src-main/database/sqlite/open-database.ts'
import { inspectFile } from '../../../../src-main/database/sqlite/prepare-file.ts'
import { createBackups, type BackupsSetup } from '../../../../src-main/engine/backup/backups.ts'
import { readArchive, readArchiveHeader } from '../../../../src-main/engine/backup/archive.ts'
import { BACKED_UP, backedUpFile, readManifest, type Manifest } from '../../../../src-main/engine/backup/manifest.ts'
import { newestGoodBackup } from '../../../../src-main/engine/backup/newest-good-backup.ts'
import { isSealedBy } from '../../../../src-main/engine/backup/seal.ts'
import { fileOf } from '../../../../src-main/engine/prepare-folder.ts'
import { dataKeyFrom } from '../../../../src-main/engine/kernel/secrets/data-key.ts'
import { CLERK } from '../../../support/context.ts'
import { fakeClock, type FakeClock } from '../../../support/clock.ts'
import { openTestEngine, type TestEngine } from '../../../support/engine.ts'
import { temporaryFolder } from '../../../support/folder.ts'

const PASSPHRASE = 'correct horse battery'

describe('a backup', () => {
  let test: TestEngine
  let clock: FakeClock

  beforeEach(async () => {
    clock = fakeClock('2026-03-14T15:09:26.535Z')
    test = await openTestEngine({ wallClock: clock, version: '1.2.3' })
    onTestFinished(() => test.close())
    await test.engine.projects.create('Fleet', CLERK)
  })

  const theKey = (): Uint8Array => {
    const [key] = [...test.dataKey.keys.values()]
    if (key === undefined) throw new Error('There is no data key')
    return key
  }
  const manifestOf = (path: string) => {
    const read = readManifest(path)
    if (!read.ok) throw new Error(read.reason)
    return read.manifest
  }

  it('is a folder named by its time, with three sound databases and their manifest', async () => {
    const backup = await test.engine.backups.create()
    expect(backupInfoSchema.parse(backup)).toMatchObject({
      name: 'fuelcard-desk-2026-03-14T15-09-26Z',
      path: join(test.dataDir, 'backups', backup.name),
      createdAt: '2026-03-14T15:09:26.535Z',
      version: '1.2.3',
      automatic: false,
      includesKey: false,
    })
    expect(readdirSync(backup.path).sort()).toEqual([
      'control.sqlite',
      'manifest.json',
      'production.sqlite',
      'sandbox.sqlite',
    ])
    const manifest = manifestOf(backup.path)
    for (const kind of BACKED_UP) {
      const file = backedUpFile(backup.path, kind)
      expect(() => inspectFile(file, kind)).not.toThrow()
      expect(manifest.files[kind]).toMatchObject({
        bytes: statSync(file).size,
        sha256: createHash('sha256').update(readFileSync(file)).digest('hex'),
      })
    }
    expect(backup.bytes).toBe(BACKED_UP.reduce((sum, kind) => sum + manifest.files[kind].bytes, 0))
    const { count } = await test.engine.audit.verify('control')
    expect(manifest.files.control.auditHead).toEqual({
      count,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    })
  })

  it('is sealed by the data key, which it does not hold in any form', async () => {
    const key = dataKeyFrom(theKey())
    const { path, includesKey } = await test.engine.backups.create()
    expect(includesKey).toBe(false)
    const manifest = manifestOf(path)
    expect(isSealedBy(manifest, key)).toBe(true)
    expect(isSealedBy(manifest, dataKeyFrom(new Uint8Array(32)))).toBe(false)
    const { bytes, sha256, auditHead } = manifest.files.sandbox
    const changes: Partial<Manifest>[] = [
      { createdAt: '2026-03-14T15:09:27.000Z' },
      { automatic: true },
      { version: '9' },
      { dataKeyId: 'x' },
      { seal: null },
      { files: { ...manifest.files, sandbox: { bytes: bytes + 1, sha256, auditHead } } },
      { files: { ...manifest.files, sandbox: { bytes, sha256: '0'.repeat(64), auditHead } } },
    ]
    for (const change of changes)
      expect(isSealedBy({ ...manifest, ...change }, key), JSON.stringify(change)).toBe(false)
    for (const name of readdirSync(path)) {
      const content = readFileSync(join(path, name))
      for (const form of [
        Buffer.from(theKey()),
        ...(['hex', 'base64', 'base64url'] as const).map((encoding) =>
          Buffer.from(Buffer.from(theKey()).toString(encoding)),
        ),
      ])
        expect(content.includes(form)).toBe(false)
    }
  })

  it('with a passphrase is a single encrypted file that leaves nothing in clear', async () => {
    const locked = await test.engine.backups.create({ passphrase: PASSPHRASE })
    expect(locked).toMatchObject({
      name: 'fuelcard-desk-2026-03-14T15-09-26Z.backup',
      includesKey: true,
      automatic: false,
      version: '1.2.3',
      dataKeyId: dataKeyFrom(theKey()).id,
      bytes: statSync(locked.path).size,
    })
    expect(test.engine.backups.list()).toEqual([locked])
    expect(readdirSync(join(test.dataDir, 'backups'))).toEqual([locked.name])
    const content = readFileSync(locked.path)
    for (const text of [
      'SQLite format',
      'CREATE TABLE',
      'Fleet',
      'Test clerk',
      'sha256',
      'correct horse',
      Buffer.from(theKey()).toString('base64'),
    ])
      expect(content.includes(text), text).toBe(false)
    expect(content.includes(Buffer.from(theKey()))).toBe(false)
  })

  // Each attempt derives the key anew, which is slow by design.
  it('with a passphrase opens with it alone, and not once a byte was changed, moved or cut off', async () => {
    const { path } = await test.engine.backups.create({ passphrase: PASSPHRASE })
    const whole = readFileSync(path)
    const read = async (content: Uint8Array, passphrase = PASSPHRASE) => {
      const file = join(temporaryFolder(), 'a.backup')
      writeFileSync(file, content)
      let length = 0
      for await (const chunk of readArchive(file, passphrase)) length += chunk.length
      return length
    }
    const header = readArchiveHeader(path)
    if (header === null) throw new Error('The backup has no header')
    expect(await read(whole)).toBe(header.contentBytes)
    await expect(read(whole, 'wrong horse battery')).rejects.toMatchObject({ kind: 'passphrase' })
    const flipped = (at: number) => {
      const bytes = Buffer.from(whole)
      bytes[at] = (bytes[at] ?? 0) ^ 1
      return bytes
    }
    const first = whole.length - header.contentBytes - Math.ceil(header.contentBytes / header.chunkBytes) * 16
    const chunk = header.chunkBytes + 16
    // In the header, in the first chunk, between chunks, in a tag, in the last byte.
    for (const at of [30, first - 5, first + 5, first + chunk + 7, first + 2 * chunk - 3, whole.length - 1])
      await expect(read(flipped(at)), `byte ${at}`).rejects.toThrow()
    await expect(read(whole.subarray(0, -1))).rejects.toMatchObject({ kind: 'changed' })
    await expect(read(Buffer.concat([whole, Buffer.from('x')]))).rejects.toMatchObject({ kind: 'changed' })
    const swapped = Buffer.concat([
      whole.subarray(0, first),
      whole.subarray(first + chunk, first + 2 * chunk),
      whole.subarray(first, first + chunk),
      whole.subarray(first + 2 * chunk),
    ])
    await expect(read(swapped)).rejects.toThrow()
    const shorter = { ...header, contentBytes: header.chunkBytes }
    const lead = Buffer.from(JSON.stringify(shorter))
    const length = Buffer.alloc(4)
    length.writeUInt32BE(lead.length)
    await expect(
      read(Buffer.concat([whole.subarray(0, 21), length, lead, whole.subarray(first, first + chunk)])),
    ).rejects.toMatchObject({ kind: 'passphrase' })
    expect(readArchiveHeader(join(path, 'nothing'))).toBeNull()
  })

  it('refuses a passphrase that is too short', async () => {
    await expect(test.engine.backups.create({ passphrase: '1234567' })).rejects.toMatchObject({
      code: 'error.validation',
      details: [{ field: 'passphrase' }],
    })
    expect(test.engine.backups.list()).toEqual([])
  })

  it('is listed, newest first, even with two in one second', async () => {
    const names: string[] = []
    for (const ahead of [0, 0, 60_000]) {
      clock.advance(ahead)
      names.push((await test.engine.backups.create()).name)
    }
    expect(names).toEqual([
      'fuelcard-desk-2026-03-14T15-09-26Z',
      'fuelcard-desk-2026-03-14T15-09-26Z-2',
      'fuelcard-desk-2026-03-14T15-10-26Z',
    ])
    expect(test.engine.backups.list().map(({ name }) => name)).toEqual(names.toReversed())
  })

  it('is made one at a time when several are requested at once', async () => {
    const backups = await Promise.all([
      test.engine.backups.create(),
      test.engine.backups.create(),
      test.engine.backups.create(),
    ])
    expect(new Set(backups.map(({ path }) => path)).size).toBe(3)
    expect(test.engine.backups.list()).toHaveLength(3)
  })

  it('goes to the chosen folder, and is then not listed among those of the own folder', async () => {
    const directory = join(temporaryFolder(), 'not', 'there yet')
    const backup = await test.engine.backups.create({ directory })
    expect(backup.path).toBe(join(directory, backup.name))
    expect(existsSync(join(backup.path, 'manifest.json'))).toBe(true)
    expect(test.engine.backups.list()).toEqual([])
  })

  it('holds every change that was acknowledged before it', async () => {
    const { id } = await test.engine.projects.create('Just now', CLERK)
    const { path } = await test.engine.backups.create()
    const copy = openDatabase<{ project: { id: string; name: string } }>({ file: backedUpFile(path, 'control') })
    expect(await copy.first(copy.build.selectFrom('project').select('name').where('id', '=', id))).toEqual({
      name: 'Just now',
    })
    await copy.close()
  })

  it('removes what a crash left half-written', async () => {
    const leftover = join(test.dataDir, 'backups', '.partial-fuelcard-desk-2026-01-01T00-00-00Z')
    mkdirSync(leftover, { recursive: true })
    writeFileSync(join(leftover, 'control.sqlite'), 'half of it')
    expect(test.engine.backups.list()).toEqual([])
    await test.engine.backups.create()
    expect(existsSync(leftover)).toBe(false)
  })

  it('is aborted when the service stops, and leaves nothing half-written', async () => {
    const making = test.engine.backups.create()
    const told = expect(making).rejects.toMatchObject({ code: 'error.unavailable' })
    await test.engine.stop()
    await told
    expect(readdirSync(join(test.dataDir, 'backups'))).toEqual([])
  })
})

describe('automatic backups', () => {
  const KEPT = 2

  it('are kept up to a number, the oldest going first; manual ones stay', async () => {
    const clock = fakeClock()
    const test = await openTestEngine({ wallClock: clock })
    onTestFinished(() => test.close())
    await test.engine.settings.update({ backup: { keep: KEPT } }, CLERK)
    const asked = await test.engine.backups.create()
    const automatic: string[] = []
    for (let number = 0; number < KEPT + 2; number++) {
      clock.advance(60_000)
      automatic.push((await test.engine.backups.create({ automatic: true })).name)
    }
    expect(test.engine.backups.list().map(({ name }) => name)).toEqual([...automatic.slice(2).toReversed(), asked.name])
    expect(readdirSync(join(test.dataDir, 'backups'))).toHaveLength(KEPT + 1)
  })
})

describe('a backup that cannot be written', () => {
  let test: TestEngine

  beforeEach(async () => {
    test = await openTestEngine()
    onTestFinished(() => test.close())
  })

  it('says so when the target lies under a file', async () => {
    const blocked = join(temporaryFolder(), 'blocked')
    writeFileSync(blocked, 'a file')
    const refusal = await test.engine.backups
      .create({ directory: join(blocked, 'backups') })
      .catch((error: unknown) => error)
    expect(refusal).toMatchObject({
      code: 'error.validation',
      details: [{ field: 'directory', message: expect.stringContaining(blocked) }],
    })
    expect(readFileSync(blocked, 'utf8')).toBe('a file')
  })

  it('says so before it starts when the disk has too little room', async () => {
    const { setup, close } = await bareSetup({ freeBytes: () => Promise.resolve(10_000) })
    onTestFinished(close)
    await expect(createBackups(setup).create()).rejects.toMatchObject({
      code: 'error.unavailable',
      message: expect.stringContaining('full'),
    })
    expect(readdirSync(join(setup.dataDir, 'backups'))).toEqual([])
  })

  it('names a damaged database and keeps nothing of it', async () => {
    const { setup, close } = await bareSetup({})
    onTestFinished(close)
    const file = fileOf(setup.dataDir, 'sandbox')
    const bytes = readFileSync(file)
    bytes.fill(0xa5, 40 * 4096, 44 * 4096)
    writeFileSync(file, bytes)
    rmSync(`${file}-wal`, { force: true })
    await expect(createBackups(setup).create()).rejects.toMatchObject({
      code: 'error.internal',
      message: expect.stringContaining(`${file} is damaged`),
    })
    expect(readdirSync(join(setup.dataDir, 'backups'))).toEqual([])
  })

  /** Backups of the files of a stopped engine. */
  async function bareSetup(
    changes: Partial<BackupsSetup>,
  ): Promise<{ setup: BackupsSetup; close: () => Promise<void> }> {
    await test.engine.stop()
    const open = (kind: 'control' | 'sandbox' | 'production') =>
      openDatabase<never>({ file: fileOf(test.dataDir, kind) })
    const databases = { control: open('control'), sandbox: open('sandbox'), production: open('production') }
    const setup = {
      dataDir: test.dataDir,
      version: '1',
      wallClock: fakeClock(),
      dataKey: dataKeyFrom(new Uint8Array(32)),
      kept: () => 7,
      databases,
      ...changes,
    } as BackupsSetup
    return {
      setup,
      close: async () => void (await Promise.all(Object.values(databases).map((database) => database.close()))),
    }
  }
})

describe('the newest good backup', () => {
  it('is the newest one whose files are all unchanged', async () => {
    const clock = fakeClock()
    const test = await openTestEngine({ wallClock: clock })
    onTestFinished(() => test.close())
    expect(newestGoodBackup(test.dataDir)).toBeNull()
    const paths: string[] = []
    for (let number = 0; number < 4; number++) {
      paths.push((await test.engine.backups.create()).path)
      clock.advance(60_000)
    }
    const [oldest = '', changed = '', cut = '', bare = ''] = paths
    expect(newestGoodBackup(test.dataDir)).toBe(bare)
    rmSync(join(bare, 'manifest.json'))
    expect(newestGoodBackup(test.dataDir)).toBe(cut)
    writeFileSync(join(cut, 'sandbox.sqlite'), readFileSync(join(cut, 'sandbox.sqlite')).subarray(0, 8192))
    expect(newestGoodBackup(test.dataDir)).toBe(changed)
    const bytes = readFileSync(join(changed, 'production.sqlite'))
    bytes[5000] = (bytes[5000] ?? 0) ^ 1
    writeFileSync(join(changed, 'production.sqlite'), bytes)
    expect(newestGoodBackup(test.dataDir)).toBe(oldest)
    rmSync(join(oldest, 'control.sqlite'))
    expect(newestGoodBackup(test.dataDir)).toBeNull()
  })
})
