import { createHash } from 'node:crypto'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { openConnection } from '../../../../src-main/database/sqlite/connection.ts'
import { restoreReportSchema, type BackupInfo } from '../../../../src-main/domain/desk/backup.ts'
import { restoreBackup } from '../../../../src-main/engine/backup/restore.ts'
import type { RestoreOptions } from '../../../../src-main/engine/backup/restore-options.ts'
import { openEngine, type Engine } from '../../../../src-main/engine/engine.ts'
import { fakeClock, type FakeClock } from '../../../support/clock.ts'
import { CLERK } from '../../../support/context.ts'
import { memoryKeySource, openTestEngine, type MemoryKeySource, type TestEngine } from '../../../support/engine.ts'
import { lockKey, makeOlder } from '../../../support/backup-of-before.ts'
import { temporaryFolder } from '../../../support/folder.ts'

const PASSPHRASE = 'correct horse battery'

describe('a restore', () => {
  let test: TestEngine
  let clock: FakeClock
  let projectId: string
  let cardId: string
  let backup: BackupInfo

  beforeEach(async () => {
    clock = fakeClock()
    test = await openTestEngine({ wallClock: clock })
    onTestFinished(() => test.close())
    projectId = (await test.engine.projects.create('Fleet', CLERK)).id
    const { cards, mockCards } = test.engine.environment('sandbox')
    await mockCards?.createDemo(projectId, CLERK)
    const [card] = (await cards.list(projectId, { page: 1, limit: 1, status: 'active', sortField: 'createdAt' })).docs
    if (card === undefined) throw new Error('The demo fleet has no active card')
    cardId = card.id
    backup = await test.engine.backups.create()
    clock.advance(60_000)
    await cards.command(projectId, cardId, { type: 'disable' }, CLERK)
  })

  const restore = (changes: Partial<RestoreOptions> = {}) =>
    restoreBackup({
      backupPath: backup.path,
      dataDir: test.dataDir,
      version: '0.0.0-test',
      wallClock: clock,
      dataKey: test.dataKey,
      ...changes,
    })
  const refusal = (changes: Partial<RestoreOptions> = {}): Promise<unknown> =>
    restore(changes).then(
      () => 'restored',
      (error: unknown) => error,
    )
  const statusOf = async (engine: Engine) => (await engine.environment('sandbox').cards.get(projectId, cardId)).status

  /** Passphrases are slow by design: only the tests about them use one. */
  const backUpWithKey = async () => {
    backup = await test.engine.backups.create({ passphrase: PASSPHRASE })
  }
  /** A backup on another computer: its folder is copied, the keys are left behind. */
  const elsewhere = () => {
    const backupPath = join(temporaryFolder(), backup.name)
    cpSync(backup.path, backupPath, { recursive: true })
    return { backupPath, dataDir: join(temporaryFolder(), 'data') }
  }
  const openThere = async (dataDir: string, dataKey: MemoryKeySource): Promise<Engine> => {
    const engine = await openEngine({ dataDir, version: '0.0.0-test', dataKey, wallClock: clock })
    onTestFinished(() => engine.stop())
    return engine
  }

  describe('on the host that made the backup', () => {
    it('brings back the moment of the backup and sets the former files aside', async () => {
      await test.engine.stop()
      // Companion files that a crash left belong to the former files and go with them.
      for (const ending of ['-wal', '-shm']) writeFileSync(join(test.dataDir, `control.sqlite${ending}`), '')
      const report = restoreReportSchema.parse(await restore())
      expect(report).toMatchObject({
        backup,
        movedTo: join(test.dataDir, 'damaged', '2026-03-14T15-10-26Z'),
        dataKey: 'present',
      })
      expect(readdirSync(report.movedTo ?? '').sort()).toEqual([
        'control.sqlite',
        'control.sqlite-shm',
        'control.sqlite-wal',
        'production.sqlite',
        'sandbox.sqlite',
      ])
      expect(readdirSync(test.dataDir).sort()).toEqual([
        'backups',
        'control.sqlite',
        'damaged',
        'production.sqlite',
        'sandbox.sqlite',
      ])
      expect(await statusOf(await test.reopen())).toBe('active')
    })

    it('starts both environments held, until they are released', async () => {
      await test.engine.stop()
      await restore()
      const engine = await test.reopen()
      for (const name of ['sandbox', 'production'] as const) {
        const { hold } = engine.environment(name)
        expect(await hold.state()).toEqual({
          since: '2026-03-14T15:10:26.535Z',
          reason: 'restored',
          backup: backup.name,
        })
        await hold.release(CLERK)
        expect(await hold.state()).toBeNull()
        const [released, restored] = (await engine.audit.list(name, { page: 1, limit: 2 })).docs
        expect([released?.action, restored?.action]).toEqual(['environment.release', 'environment.restore'])
        expect(restored?.after).toMatchObject({ backup: backup.name, dataKey: 'present' })
      }
    })

    it('continues the audit chains, which verify from their first entry', async () => {
      const { head } = await test.engine.audit.verify('control')
      await test.engine.stop()
      await restore()
      const engine = await test.reopen()
      expect(await engine.check()).toMatchObject({ ok: true })
      expect(await engine.audit.verify('control', { expect: head })).toMatchObject({
        ok: true,
        chains: [{ provenFrom: 1 }, { provenFrom: 1 }],
      })
    })

    it('keeps current sessions, sign-outs and keys revoked or rolled since, and counts the working keys', async () => {
      const { sessions, keys } = test.engine
      const before = await sessions.exchange(await sessions.issueLoginToken())
      const kept = await keys.create({ projectId, environment: 'sandbox', name: 'kept' }, CLERK)
      const gone = await keys.create({ projectId, environment: 'sandbox', name: 'revoked before' }, CLERK)
      await keys.revoke(gone.id, CLERK)
      const expired = await keys.create(
        { projectId, environment: 'sandbox', name: 'expired since', expiresAt: '2026-03-14T15:12:00.000Z' },
        CLERK,
      )
      const leaked = await keys.create({ projectId, environment: 'sandbox', name: 'revoked since' }, CLERK)
      const rolled = await keys.create({ projectId, environment: 'sandbox', name: 'rolled since' }, CLERK)
      backup = await test.engine.backups.create()
      await keys.revoke(leaked.id, CLERK)
      await keys.roll(rolled.id, { overlapSeconds: 60 }, CLERK)
      await sessions.signOut(before.id)
      const present = await sessions.exchange(await sessions.issueLoginToken())
      clock.advance(3_600_000)
      await test.engine.stop()
      expect((await restore()).usableApiKeys).toBe(1)
      const engine = await test.reopen()
      expect((await engine.keys.authenticate(kept.key)).id).toBe(kept.id)
      for (const ended of [expired, rolled])
        await expect(() => engine.keys.authenticate(ended.key)).rejects.toThrow('expired')
      await expect(() => engine.keys.authenticate(leaked.key)).rejects.toThrow('revoked')
      expect((await engine.sessions.authenticate(present.cookie, present.proof)).id).toBe(present.id)
      await expect(() => engine.sessions.authenticate(before.cookie, before.proof)).rejects.toThrow('not known')
    })

    it('helps if a database was damaged and the service refused to start', async () => {
      await test.engine.stop()
      writeFileSync(join(test.dataDir, 'sandbox.sqlite'), 'rubbish')
      await expect(test.reopen()).rejects.toMatchObject({
        name: 'DatabaseError',
        message: expect.stringContaining(`The newest good backup is ${backup.path}`),
      })
      const { movedTo } = await restore()
      expect(readFileSync(join(movedTo ?? '', 'sandbox.sqlite'), 'utf8')).toBe('rubbish')
      expect(await statusOf(await test.reopen())).toBe('active')
    })

    it('can be repeated any number of times, each with its own folder for the former files', async () => {
      await test.engine.stop()
      const folders = [(await restore()).movedTo, (await restore()).movedTo]
      expect(new Set(folders).size).toBe(2)
      expect(await statusOf(await test.reopen())).toBe('active')
    })
  })

  describe('of a backup that was altered', () => {
    const cases: [what: string, harm: (path: string) => void, told: string][] = [
      ['without a manifest', (path) => rmSync(join(path, 'manifest.json')), 'no readable manifest.json'],
      [
        'with a manifest that is not JSON',
        (path) => writeFileSync(join(path, 'manifest.json'), '{'),
        'no readable manifest.json',
      ],
      [
        'with somebody else’s manifest',
        (path) => writeFileSync(join(path, 'manifest.json'), '{"format":1}'),
        'was not written by Fuelcard Desk',
      ],
      ['of a newer format', (path) => changeManifest(path, { format: 3, files: {} }), 'newer version of Fuelcard Desk'],
      ['without one of its files', (path) => rmSync(join(path, 'production.sqlite')), 'production.sqlite is missing'],
      ['with a changed byte', (path) => changeByte(join(path, 'sandbox.sqlite')), 'sandbox.sqlite is not as it was'],
      [
        'with files that changed places',
        (path) => copyFileSync(join(path, 'sandbox.sqlite'), join(path, 'production.sqlite')),
        'production.sqlite is not as it was',
      ],
    ]

    it.each(cases)('%s is refused, and nothing is touched', async (_what, harm, told) => {
      harm(backup.path)
      await test.engine.stop()
      const before = folderOf(test.dataDir)
      expect(await refusal()).toMatchObject({
        code: 'error.validation',
        message: expect.stringContaining(told),
        details: [{ field: 'backup' }],
      })
      expect(folderOf(test.dataDir)).toEqual(before)
      expect(await statusOf(await test.reopen())).toBe('inactive')
    })

    it('with databases of a newer version is refused, naming the step', async () => {
      await test.engine.stop()
      const file = join(backup.path, 'sandbox.sqlite')
      const sqlite = openConnection(file)
      sqlite.exec(
        "INSERT INTO schema_migration (id, checksum, applied_at) VALUES ('environment-9990-later', 'x', 'x'); PRAGMA journal_mode = DELETE",
      )
      sqlite.close()
      recordDigests(backup.path)
      expect(await refusal()).toMatchObject({
        code: 'error.validation',
        message: expect.stringMatching(/sandbox\.sqlite was written by a newer version.*environment-9990-later/),
      })
      expect(await statusOf(await test.reopen())).toBe('inactive')
    })
  })

  describe('of a backup whose seal', () => {
    /**
     * An attacker with write access to the backups folder changes the driver of every sandbox card and updates all
     * digests.
     */
    const forge = () => {
      const sqlite = openConnection(join(backup.path, 'sandbox.sqlite'))
      sqlite.exec("UPDATE card SET driver = 'Somebody else'; PRAGMA journal_mode = DELETE")
      sqlite.close()
      recordDigests(backup.path)
    }
    const driverOf = async (engine: Engine) => (await engine.environment('sandbox').cards.get(projectId, cardId)).driver

    it.each([
      ['is wrong', forge],
      ['is missing', () => changeManifest(backup.path, { seal: null })],
    ])('%s is restored only on a person’s responsibility, with a warning', async (what, harm) => {
      harm()
      await test.engine.stop()
      expect(await refusal()).toMatchObject({
        code: 'error.validation',
        message: expect.stringContaining('restore it with --unsealed'),
        details: [{ field: 'unsealed' }],
      })
      expect(await statusOf(await test.reopen())).toBe('inactive')
      await test.engine.stop()
      expect(await restore({ unsealed: true })).toMatchObject({
        dataKey: 'present',
        warnings: [expect.stringContaining(`The seal of ${backup.path} ${what}`)],
      })
      expect((await driverOf(await test.reopen())) === 'Somebody else').toBe(what === 'is wrong')
    })

    it('does not exist, since it was made before seals, is restored with a warning, and sealed', async () => {
      makeOlder(backup.path)
      await test.engine.stop()
      expect((await restore()).warnings).toEqual([expect.stringContaining('made before backups were sealed')])
      expect((await restore()).warnings).toEqual([])
      forge()
      expect(await refusal()).toMatchObject({ details: [{ field: 'unsealed' }] })
    })

    it('does not exist, but with a data key under a passphrase, is restored elsewhere with that key', async () => {
      const [key = new Uint8Array()] = [...test.dataKey.keys.values()]
      makeOlder(backup.path, await lockKey(key, PASSPHRASE))
      const { backupPath, dataDir } = elsewhere()
      const dataKey = memoryKeySource('the other host')
      const installKey = async (folderId: string, bytes: Uint8Array) => void dataKey.keys.set(folderId, bytes)
      expect(
        await refusal({ backupPath, dataDir, dataKey, passphrase: 'wrong horse battery', installKey }),
      ).toMatchObject({ details: [{ field: 'passphrase' }] })
      expect(await restore({ backupPath, dataDir, dataKey, passphrase: PASSPHRASE, installKey })).toMatchObject({
        dataKey: 'installed',
        warnings: [expect.stringContaining('made before')],
      })
      expect(await statusOf(await openThere(dataDir, dataKey))).toBe('active')
    })
  })

  describe('if the data key is another one', () => {
    it('is refused without confirmation, and names the ways out', async () => {
      const { backupPath, dataDir } = elsewhere()
      expect(await refusal({ backupPath, dataDir, dataKey: memoryKeySource('the other host') })).toMatchObject({
        code: 'error.data_key',
        message: expect.stringMatching(/is not in the other host\. Nothing was restored.*--unsealed.*another key/),
      })
      expect(readdirSync(dataDir)).toEqual([])
    })

    it('takes the key out of the backup with the passphrase and keeps it', async () => {
      await backUpWithKey()
      const { backupPath, dataDir } = elsewhere()
      const dataKey = memoryKeySource('the other host')
      const installKey = async (folderId: string, key: Uint8Array) => void dataKey.keys.set(folderId, key)
      expect(await restore({ backupPath, dataDir, dataKey, passphrase: PASSPHRASE, installKey })).toMatchObject({
        dataKey: 'installed',
        movedTo: null,
      })
      const engine = await openThere(dataDir, dataKey)
      expect(await statusOf(engine)).toBe('inactive')
      const verdict = await engine.audit.verify('sandbox')
      expect(verdict.ok).toBe(true)
      expect(verdict.chains.map(({ provenFrom }) => provenFrom)).toEqual([1, 1])
      expect([...dataKey.keys.values()].map((key) => Buffer.from(key))).toEqual(
        [...test.dataKey.keys.values()].map((key) => Buffer.from(key)),
      )
    })

    it('refuses a wrong passphrase, one for a backup without a key, and a key that no host holds', async () => {
      const withoutKey = elsewhere()
      await backUpWithKey()
      const { backupPath, dataDir } = elsewhere()
      const dataKey = memoryKeySource('the other host')
      expect(await refusal({ backupPath, dataDir, dataKey, passphrase: 'wrong horse battery' })).toMatchObject({
        code: 'error.validation',
        details: [{ field: 'passphrase' }],
      })
      expect(await refusal({ backupPath, dataDir, dataKey, passphrase: PASSPHRASE })).toMatchObject({
        code: 'error.data_key',
        message: expect.stringContaining('could not be kept'),
      })
      expect(await refusal({ backupPath, dataDir, dataKey, unsealed: true })).toMatchObject({
        code: 'error.validation',
        message: expect.stringContaining('encrypted'),
        details: [{ field: 'passphrase' }],
      })
      expect(await refusal({ ...withoutKey, dataKey, passphrase: PASSPHRASE })).toMatchObject({
        code: 'error.validation',
        message: expect.stringContaining('made without a passphrase'),
      })
      expect(readdirSync(dataDir)).toEqual([])
    })

    it('continues with another key when confirmed: cards, history and chains go on after a restart', async () => {
      const before = (await test.engine.audit.list('sandbox', { page: 1, limit: 100 })).docs.slice(1)
      const { head } = await test.engine.audit.verify('production')
      const { backupPath, dataDir } = elsewhere()
      const dataKey = memoryKeySource('the other host')
      expect(await restore({ backupPath, dataDir, dataKey, unsealed: true })).toMatchObject({
        dataKey: 'replaced',
        warnings: [expect.stringContaining('Nothing proves')],
      })
      const engine = await openThere(dataDir, dataKey)
      expect(await statusOf(engine)).toBe('active')
      const { docs } = await engine.audit.list('sandbox', { page: 1, limit: 100 })
      expect(docs.slice(3)).toEqual(before)
      for (const restart of docs.slice(1, 3)) {
        const entries = before.filter(({ chain }) => chain === restart.chain).length
        expect(restart).toMatchObject({ action: 'audit.chain_restart', number: entries + 1, after: { entries } })
      }
      for (const kind of ['control', 'sandbox', 'production'] as const) {
        const verdict = await engine.audit.verify(kind, { expect: kind === 'production' ? head : undefined })
        expect(verdict).toMatchObject({ ok: true })
        // The restore itself follows the restart in the service's chain.
        for (const { chain, count, provenFrom } of verdict.chains)
          expect(provenFrom).toBe(chain === `service/${kind}` ? count - 1 : count)
      }
      await engine.environment('sandbox').cards.command(projectId, cardId, { type: 'disable' }, CLERK)
      expect(await engine.audit.verify('sandbox')).toMatchObject({ ok: true })
    })

    it('drops secrets that can no longer be decrypted: the webhook is disabled until it has a new one', async () => {
      const { answerOnce, webhooks } = test.engine.environment('production')
      const change = (
        engine: Engine,
        work: (transaction: Parameters<typeof webhooks.rotateWithin>[0]) => Promise<unknown>,
      ) =>
        engine.environment('production').answerOnce(
          null,
          async (transaction) => ({ status: 200, body: JSON.stringify(await work(transaction)) }),
          () => ({ status: 500, body: '' }),
        )
      await answerOnce(
        null,
        async (transaction) => ({
          status: 201,
          body: JSON.stringify(
            await webhooks.createWithin(
              transaction,
              projectId,
              { url: 'https://fleet.example/hook', events: ['card.enabled'] },
              CLERK,
            ),
          ),
        }),
        () => ({ status: 500, body: '' }),
      )
      backup = await test.engine.backups.create()
      const dataKey = memoryKeySource('the other host')
      const { backupPath, dataDir } = elsewhere()
      await restore({ backupPath, dataDir, dataKey, unsealed: true })
      const engine = await openThere(dataDir, dataKey)
      const there = engine.environment('production').webhooks
      expect(await there.get(projectId)).toMatchObject({
        status: 'disabled',
        disabledReason: 'secret_unavailable',
        disabledAt: '2026-03-14T15:10:26.535Z',
        url: 'https://fleet.example/hook',
      })
      const [entry] = (await engine.audit.list('production', { page: 1, limit: 1 })).docs
      expect(entry).toMatchObject({
        action: 'webhook.disable',
        projectId,
        before: { status: 'active' },
        after: { disabledReason: 'secret_unavailable' },
      })
      await expect(
        change(engine, (transaction) => there.enableWithin(transaction, projectId, CLERK)),
      ).rejects.toMatchObject({ code: 'error.webhook_disabled' })
      await change(engine, (transaction) => there.rotateWithin(transaction, projectId, 0, CLERK))
      await change(engine, (transaction) => there.enableWithin(transaction, projectId, CLERK))
      expect(await there.get(projectId)).toMatchObject({ status: 'active', disabledReason: null })
    })

    it('never overwrites a key that this host has', async () => {
      await backUpWithKey()
      const [folderId = '', original] = [...test.dataKey.keys.entries()][0] ?? []
      // The host has lost the key and been given another for the same folder since.
      const other = new Uint8Array(32).fill(9)
      test.dataKey.keys.set(folderId, other)
      await test.engine.stop()
      const installKey = async (id: string, key: Uint8Array) => {
        expect(test.dataKey.keys.has(id)).toBe(false)
        test.dataKey.keys.set(id, key)
      }
      await restore({ passphrase: PASSPHRASE, installKey })
      expect(test.dataKey.keys.get(folderId)).toBe(other)
      expect([...test.dataKey.keys.values()].map((key) => Buffer.from(key))).toContainEqual(Buffer.from(original ?? []))
      expect(await statusOf(await test.reopen())).toBe('inactive')
    })
  })

  it('into a folder that cannot be written says so', async () => {
    const blocked = join(temporaryFolder(), 'blocked')
    writeFileSync(blocked, '')
    expect(await refusal({ dataDir: join(blocked, 'data') })).toMatchObject({
      code: 'error.validation',
      message: expect.stringContaining(blocked),
    })
  })

  it.each([
    ['is not there', 'ENOENT', 'file_missing', () => {}],
    ['the system refuses to open', 'ELOOP', 'file_unreadable', (path: string) => symlinkSync(path, path)],
  ] as const)('of a backup that %s says so, rather than that it is none', async (_what, reason, code, make) => {
    for (const name of ['a-folder', 'a-file.backup']) {
      const backupPath = join(temporaryFolder(), name)
      make(backupPath)
      expect(await refusal({ backupPath })).toMatchObject({
        message: `${backupPath} cannot be read (${reason}). Nothing was restored`,
        details: [{ field: 'backup', problem: { code } }],
      })
    }
  })

  it('leaves all other files of the data folder alone', async () => {
    await test.engine.stop()
    mkdirSync(join(test.dataDir, 'logs'))
    writeFileSync(join(test.dataDir, 'logs', 'today.log'), 'a line')
    await restore()
    expect(existsSync(join(test.dataDir, 'logs', 'today.log'))).toBe(true)
  })
})

function changeManifest(path: string, changes: Record<string, unknown>): void {
  const file = join(path, 'manifest.json')
  writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), ...changes }))
}

function changeByte(file: string): void {
  const bytes = readFileSync(file)
  bytes[5000] = (bytes[5000] ?? 0) ^ 1
  writeFileSync(file, bytes)
}

/** As a newer version would have written it: with matching files and manifest. */
function recordDigests(path: string): void {
  const manifest = JSON.parse(readFileSync(join(path, 'manifest.json'), 'utf8')) as { files: Record<string, object> }
  const files = Object.fromEntries(
    Object.entries(manifest.files).map(([kind, former]) => [
      kind,
      { ...former, ...digestSync(join(path, `${kind}.sqlite`)) },
    ]),
  )
  changeManifest(path, { files })
}

function digestSync(file: string): { bytes: number; sha256: string } {
  const bytes = readFileSync(file)
  return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** Every file of a folder with the hash of its content. */
function folderOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return Object.fromEntries(
    files.map((entry) => join(entry.parentPath, entry.name)).map((file) => [file, digestSync(file).sha256]),
  )
}
