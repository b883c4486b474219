import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openConnection } from '../../../../src-main/database/sqlite/connection.ts'
import { DatabaseError } from '../../../../src-main/database/database-error.ts'
import {
  DATABASE_KINDS,
  HISTORY_TABLE,
  type DatabaseKind,
} from '../../../../src-main/database/sqlite/database-kinds.ts'
import { inspectFile, prepareFile } from '../../../../src-main/database/sqlite/prepare-file.ts'
import { temporaryFolder } from '../../../support/folder.ts'

const KINDS = Object.keys(DATABASE_KINDS) as DatabaseKind[]
const noBackup = () => {
  throw new Error('No backup is needed for a new file')
}

function prepared(kind: DatabaseKind = 'sandbox'): string {
  const file = join(temporaryFolder(), DATABASE_KINDS[kind].fileName)
  prepareFile(file, kind, noBackup)
  return file
}

function change(file: string, sql: string): void {
  const sqlite = openConnection(file)
  sqlite.exec(sql)
  sqlite.close()
}

function historyOf(file: string): string[] {
  const sqlite = openConnection(file)
  const ids = sqlite.prepare<[], { id: string }>('SELECT id FROM schema_migration ORDER BY position').all()
  sqlite.close()
  return ids.map(({ id }) => id)
}

const digest = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

/** Runs `work`, which must refuse the file and leave every byte of it unchanged. */
function refusalOf(file: string, work: () => void): DatabaseError {
  const before = existsSync(file) ? digest(file) : null
  const error = errorOf(work)
  expect(error).toBeInstanceOf(DatabaseError)
  expect(existsSync(file) ? digest(file) : null).toBe(before)
  expect(error).toMatchObject({ file })
  expect((error as Error).message).toContain(basename(dirname(file)))
  return error as DatabaseError
}

function errorOf(work: () => void): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  return null
}

function overwrite(file: string, offset: number, bytes: Uint8Array): void {
  const handle = openSync(file, 'r+')
  writeSync(handle, bytes, 0, bytes.length, offset)
  closeSync(handle)
}

describe('a new file', () => {
  it.each(KINDS)('of %s gets its mark and every migration in order', (kind) => {
    const file = prepared(kind)
    expect(historyOf(file)).toEqual(DATABASE_KINDS[kind].migrations.map(({ id }) => id))
    expect(() => inspectFile(file, kind)).not.toThrow()
    expect(readdirSync(dirname(file))).toContain(basename(file))
  })

  it('is left alone when it is prepared again', () => {
    const file = prepared()
    const before = digest(file)
    prepareFile(file, 'sandbox', noBackup)
    expect(digest(file)).toBe(before)
  })
})

describe('an older file', () => {
  /** As a version with only the first migrations would have left it. */
  function older(kind: DatabaseKind = 'control', steps = 1): string {
    const known = DATABASE_KINDS[kind].migrations.slice(0, steps)
    const file = join(temporaryFolder(), DATABASE_KINDS[kind].fileName)
    const sqlite = openConnection(file)
    sqlite.exec(`PRAGMA application_id = ${DATABASE_KINDS[kind].applicationId}; ${HISTORY_TABLE}`)
    for (const { id, sql } of known) {
      sqlite.exec(sql)
      sqlite
        .prepare('INSERT INTO schema_migration (id, checksum, applied_at) VALUES (?, ?, ?)')
        .run(id, createHash('sha256').update(sql).digest('hex'), '2026-01-01T00:00:00.000Z')
    }
    if (kind === 'control') sqlite.exec(`INSERT INTO project VALUES ('p1', 'Fleet', '2026-01-01T00:00:00.000Z', NULL)`)
    sqlite.close()
    return file
  }

  it('is copied before it is migrated, and keeps its rows', () => {
    const file = older()
    let historyAtCopy: number | null = null
    prepareFile(file, 'control', (copied, connection) => {
      expect(copied).toBe(file)
      historyAtCopy =
        connection.prepare<[], { steps: number }>('SELECT count(*) AS steps FROM schema_migration').get()?.steps ?? null
    })
    expect(historyAtCopy).toBe(1)
    expect(historyOf(file)).toEqual(DATABASE_KINDS.control.migrations.map(({ id }) => id))
    const sqlite = openConnection(file)
    expect(sqlite.prepare('SELECT name FROM project').all()).toEqual([{ name: 'Fleet' }])
    sqlite.close()
  })

  it('keeps the lifetime that its API keys were given, whatever a roll has made of their end', () => {
    const steps = DATABASE_KINDS.control.migrations.findIndex(({ id }) => id === 'control-0040-key-lifetime')
    const file = older('control', steps)
    const made = (id: string, ends: string | null, now: string | null) => `
      INSERT INTO api_key VALUES ('${id}', 'p1', 'sandbox', 'Key', 'sk_', x'${Buffer.from(id).toString('hex')}', '2026-01-01T00:00:00.000Z', NULL, ${now === null ? 'NULL' : `'${now}'`}, NULL);
      INSERT INTO audit_entry (time, actor_type, actor_name, channel, action, target_type, target_id, after, hash)
        VALUES ('2026-01-01T00:00:00.000Z', 'clerk', 'Test', 'app', 'api_key.create', 'api_key', '${id}', json_object('expiresAt', ${ends === null ? 'NULL' : `'${ends}'`}), x'00');`
    change(
      file,
      made('a', '2026-01-31T00:00:00.000Z', '2026-01-31T00:00:00.000Z') +
        made('b', '2026-01-31T00:00:00.000Z', '2026-01-02T00:00:00.000Z') +
        made('c', null, '2026-01-02T00:00:00.000Z') +
        made('d', null, null),
    )
    prepareFile(file, 'control', () => {})
    const sqlite = openConnection(file)
    const month = 30 * 24 * 60 * 60 * 1000
    expect(
      sqlite
        .prepare('SELECT id, lifetime_ms FROM api_key ORDER BY id')
        .all()
        .map((row) => Object.values(row as object)),
    ).toEqual([
      ['a', month],
      ['b', month],
      ['c', null],
      ['d', null],
    ])
    sqlite.close()
  })

  it('is not migrated when it could not be copied', () => {
    const file = older()
    expect(() =>
      prepareFile(file, 'control', () => {
        throw new DatabaseError('full', file, 'no space')
      }),
    ).toThrow('no space')
    expect(historyOf(file)).toEqual(['control-0010-access'])
  })
})

describe('a refused file', () => {
  it('is an empty one: the service never leaves one', () => {
    const file = prepared()
    writeFileSync(file, '')
    const refusal = refusalOf(file, () => prepareFile(file, 'sandbox', noBackup))
    expect(refusal.fault).toBe('corrupt')
    expect(refusal.message).toContain('it is empty')
  })

  const changes: [what: string, sql: string, told: string][] = [
    ['an index less', 'DROP INDEX audit_entry_by_target', 'the index audit_entry_by_target is missing'],
    [
      'a trigger less',
      'DROP TRIGGER audit_entry_is_append_only_delete',
      'the trigger audit_entry_is_append_only_delete is missing',
    ],
    ['a table less', 'DROP TABLE audit_personal', 'the table audit_personal is missing'],
    [
      'a trigger that does something else',
      "DROP TRIGGER audit_entry_is_append_only_delete; CREATE TRIGGER audit_entry_is_append_only_delete BEFORE DELETE ON audit_entry BEGIN SELECT 'a  b'; END",
      'the trigger audit_entry_is_append_only_delete was altered',
    ],
    ['a column more', 'ALTER TABLE audit_head ADD COLUMN note TEXT', 'the table audit_head was altered'],
    [
      'a trigger of somebody else',
      'CREATE TRIGGER quiet BEFORE INSERT ON audit_entry BEGIN SELECT RAISE(IGNORE); END',
      'the trigger quiet is not one of Fuelcard Desk',
    ],
    ['no history', 'DROP TABLE schema_migration', 'the table schema_migration is missing'],
  ]
  it.each(changes)('is one with %s', (_what, sql, told) => {
    const file = prepared()
    change(file, `PRAGMA foreign_keys = OFF; ${sql}`)
    const refusal = refusalOf(file, () => prepareFile(file, 'sandbox', noBackup))
    expect(refusal.fault).toBe('corrupt')
    expect(refusal.message).toContain(told)
  })

  it('is not one whose statements differ in comments and white space, nor one with statistics', () => {
    const file = prepared()
    const trigger =
      "CREATE TRIGGER audit_entry_is_append_only_delete -- nothing leaves\n  BEFORE DELETE ON audit_entry /* ever */ BEGIN  SELECT RAISE(ABORT, 'the audit log is append-only'); END"
    change(file, `DROP TRIGGER audit_entry_is_append_only_delete; ${trigger}; ANALYZE`)
    expect(() => prepareFile(file, 'sandbox', noBackup)).not.toThrow()
  })

  it('is one of a newer version, whose unknown step is named', () => {
    const file = prepared()
    change(file, `INSERT INTO schema_migration (id, checksum, applied_at) VALUES ('environment-9990-later', 'x', 'x')`)
    const refusal = refusalOf(file, () => prepareFile(file, 'sandbox', noBackup))
    expect(refusal.fault).toBe('newer')
    expect(refusal.message).toContain('environment-9990-later')
  })

  it('is one whose history was tampered with', () => {
    const file = prepared()
    change(file, `UPDATE schema_migration SET checksum = 'x' WHERE id = 'environment-0020-card-search'`)
    const refusal = refusalOf(file, () => prepareFile(file, 'sandbox', noBackup))
    expect(refusal.fault).toBe('tampered')
    expect(refusal.message).toContain('environment-0020-card-search')
  })

  it('is another of our databases in its place', () => {
    const production = prepared('production')
    const file = join(dirname(production), 'sandbox.sqlite')
    renameSync(production, file)
    const refusal = refusalOf(file, () => prepareFile(file, 'sandbox', noBackup))
    expect(refusal.fault).toBe('foreign')
    expect(refusal.message).toContain('production.sqlite')
  })

  it('is the database of another program', () => {
    const file = join(temporaryFolder(), 'sandbox.sqlite')
    change(file, 'CREATE TABLE bookmark (url TEXT)')
    expect(refusalOf(file, () => prepareFile(file, 'sandbox', noBackup)).fault).toBe('foreign')
  })

  it('is no database at all', () => {
    const file = join(temporaryFolder(), 'sandbox.sqlite')
    writeFileSync(file, 'Dear diary, '.repeat(1000))
    expect(refusalOf(file, () => prepareFile(file, 'sandbox', noBackup)).fault).toBe('foreign')
  })

  it('has a header that was overwritten', () => {
    const file = prepared()
    overwrite(file, 0, new Uint8Array(100).fill(0xa5))
    expect(['foreign', 'corrupt']).toContain(refusalOf(file, () => prepareFile(file, 'sandbox', noBackup)).fault)
  })

  it('has a page in its middle that was overwritten', () => {
    const file = prepared()
    const pages = statSync(file).size / 4096
    overwrite(file, Math.floor(pages / 2) * 4096, new Uint8Array(4096).fill(0xa5))
    expect(refusalOf(file, () => prepareFile(file, 'sandbox', noBackup)).fault).toBe('corrupt')
  })

  it('was truncated', () => {
    const file = prepared()
    writeFileSync(file, readFileSync(file).subarray(0, 3 * 4096))
    expect(refusalOf(file, () => prepareFile(file, 'sandbox', noBackup)).fault).toBe('corrupt')
  })

  it('would lie in a folder that cannot be written', () => {
    const blocked = join(temporaryFolder(), 'blocked')
    writeFileSync(blocked, 'a file, not a folder')
    const error = errorOf(() => prepareFile(join(blocked, 'sandbox.sqlite'), 'sandbox', noBackup))
    expect(error).toBeInstanceOf(DatabaseError)
    expect(error).toMatchObject({ fault: 'read_only' })
    expect(readFileSync(blocked, 'utf8')).toBe('a file, not a folder')
  })
})
