import { createHash, createHmac } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { SqliteConnection } from '../../../../../src-main/database/sqlite/connection.ts'
import { prepareFile } from '../../../../../src-main/database/sqlite/prepare-file.ts'
import type { EnvironmentSchema } from '../../../../../src-main/database/schema.ts'
import type { Store } from '../../../../../src-main/database/store.ts'
import type { AuditVerdict, ChainVerdict } from '../../../../../src-main/domain/audit.ts'
import type { ChangeContext } from '../../../../../src-main/engine/kernel/change-context.ts'
import { createAuditLog, type AuditLog } from '../../../../../src-main/engine/kernel/audit/audit-log.ts'
import { restartChains } from '../../../../../src-main/engine/kernel/audit/chain-restart.ts'
import { removePersonal, type PersonalPlace } from '../../../../../src-main/engine/kernel/audit/erase-personal.ts'
import { noteHeads } from '../../../../../src-main/engine/kernel/audit/noted-heads.ts'
import type { AuditBook } from '../../../../../src-main/engine/kernel/audit/verify-chain.ts'
import {
  occurs,
  verifyDatabase,
  verifyProject,
  withoutExpected,
} from '../../../../../src-main/engine/kernel/audit/verify-database.ts'
import { dataKeyFrom, type DataKey } from '../../../../../src-main/engine/kernel/secrets/data-key.ts'
import { fakeClock } from '../../../../support/clock.ts'
import { CLERK } from '../../../../support/context.ts'
import { newDatabase, openAgain } from '../../../../support/core.ts'
import { temporaryFolder } from '../../../../support/folder.ts'
import { createOlderFile } from '../../../../support/older-file.ts'
import { forgeRows, rowsOf } from '../../../../support/rows.ts'

const PURPOSE = 'audit/sandbox'
export const firstKey = dataKeyFrom(new Uint8Array(32).fill(1))
export const secondKey = dataKeyFrom(new Uint8Array(32).fill(2))
const CLOCK = fakeClock('2026-03-14T15:09:26.000Z')

/** An audit log in a store of its own; unless another is named, changes are those of project p1. */
export interface Chain {
  database: Store<EnvironmentSchema>
  /** Appends changes of different cards. */
  append: (entries: number, key?: DataKey, projectId?: string) => Promise<void>
  /** Appends one entry. */
  record: (entry: Parameters<AuditLog['append']>[2], by?: { key?: DataKey; context?: ChangeContext }) => Promise<void>
  restart: () => Promise<void>
  erase: (places: PersonalPlace[]) => Promise<number>
  /** Notes the heads of projects in the service's chain, as every hour. */
  note: () => Promise<void>
  /**
   * An attacker who can write to the store but has no key. With values, which stand as `:name`, it is one statement.
   */
  tamper: (sql: string, values?: Record<string, unknown>) => void
  rows: (sql: string) => Record<string, unknown>[]
  /** Verifies one chain on its own. */
  verify: (expected?: string, key?: DataKey, projectId?: string) => Promise<ChainVerdict>
  verifyAll: (expected?: string, key?: DataKey) => Promise<AuditVerdict>
}

export async function openChain(): Promise<Chain> {
  const folder = temporaryFolder()
  return chainIn(folder, await newDatabase('sandbox', folder))
}

/** The same in a file with these contents. */
export async function openFile(contents: Buffer): Promise<Chain> {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'sandbox.sqlite'), contents, { mode: 0o600 })
  const database = await openAgain('sandbox', folder)
  onTestFinished(() => database.close())
  return chainIn(folder, database)
}

function chainIn(folder: string, database: Store<EnvironmentSchema>): Chain {
  const logs = new Map<string, AuditLog>()
  const logOf = (key: DataKey) => {
    const log = logs.get(key.id) ?? createAuditLog(key.derive(PURPOSE), CLOCK)
    logs.set(key.id, log)
    return log
  }
  const bookOf = (key: DataKey): AuditBook => ({
    reader: database.reader,
    database: 'sandbox',
    key: key.derive(PURPOSE),
  })
  // The other databases of these tests remember nothing.
  const others = { database: { reader: { all: async () => [] } } }
  let appended = 0
  const judged = async (verdict: AuditVerdict, expected: string | undefined, key: DataKey): Promise<AuditVerdict> =>
    expected === undefined || (await occurs(bookOf(key), expected))
      ? verdict
      : withoutExpected(verdict, 'sandbox', expected)
  return {
    database,
    append: (entries, key = firstKey, projectId = 'p1') =>
      database.write(async (transaction) => {
        for (let number = 0; number < entries; number++) {
          appended += 1
          logOf(key).append(transaction, CLERK, {
            action: 'card.update',
            target: { type: 'card', id: `card-${appended}` },
            projectId,
            before: { driver: `Driver ${appended - 1}`, status: 'active' },
            after: { driver: `Driver ${appended}`, status: 'active' },
          })
        }
      }),
    record: (entry, { key = firstKey, context = CLERK } = {}) =>
      database.write(async (transaction) => logOf(key).append(transaction, context, entry)),
    restart: () =>
      database.write((transaction) =>
        restartChains(transaction, logOf(secondKey), { previousKeyId: firstKey.id, keyId: secondKey.id }),
      ),
    erase: (places) =>
      database.write((transaction) =>
        removePersonal(transaction, logOf(firstKey), places, { context: CLERK, projectId: null }),
      ),
    note: () => noteHeads('sandbox', { database, audit: logOf(firstKey) }),
    tamper: (sql, values) => forgeRows(folder, 'sandbox', sql, values as Parameters<typeof forgeRows>[3]),
    rows: (sql) => rowsOf(folder, 'sandbox', sql),
    verify: async (expected, key = firstKey, projectId = 'p1') => {
      const { chains } = await judged(await verifyProject(bookOf(key), projectId), expected, key)
      const nothing = { chain: `${projectId}/sandbox`, ok: true, count: 0, head: '', problem: null, provenFrom: 1 }
      return chains[0] ?? nothing
    },
    verifyAll: async (expected, key = firstKey) =>
      judged(
        await verifyDatabase(bookOf(key), { control: others, sandbox: { database }, production: others }),
        expected,
        key,
      ),
  }
}

/** A file of a version with one chain per database, after its upgrade. */
export function upgradedFile(fill: (sqlite: SqliteConnection) => void): Buffer {
  const file = join(temporaryFolder(), 'sandbox.sqlite')
  createOlderFile(file, 'sandbox', 'shared-0020-audit-chains', fill)
  prepareFile(file, 'sandbox', () => {})
  return readFileSync(file)
}

/** Writes entries as versions did that had one chain per database: the fields and their order are theirs for good. */
export function writeLegacy(
  sqlite: SqliteConnection,
  entries: number,
  key: DataKey = firstKey,
  others: Readonly<Record<number, readonly [action: string, after: object]>> = {},
): void {
  const secret = key.derive(PURPOSE)
  const insert = sqlite.prepare(`INSERT INTO audit_entry (seq, time, actor_type, actor_id, actor_name, channel, action,
    target_type, target_id, project_id, reason, before, after, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const hide = sqlite.prepare("INSERT INTO audit_personal (seq, place, salt, value) VALUES (?, 'after.driver', ?, ?)")
  const salt = Buffer.alloc(16)
  let hash = Buffer.alloc(32)
  for (let seq = 1; seq <= entries; seq++) {
    const driver = `Driver ${seq}`
    const personal = createHash('sha256').update(salt).update(driver).digest('hex')
    const [action, after] = others[seq] ?? ['card.update', { driver: { personal } }]
    const fields = [
      '2026-01-01T00:00:00.000Z',
      'clerk',
      null,
      'A clerk',
      'app',
      action,
      'card',
      `card-${seq}`,
      'p1',
      null,
      JSON.stringify({ status: 'active' }),
      JSON.stringify(after),
    ]
    hash = createHmac('sha256', secret)
      .update(hash)
      .update(JSON.stringify([seq, ...fields]))
      .digest()
    insert.run(seq, ...fields, hash)
    if (!(seq in others)) hide.run(seq, salt, driver)
  }
  const seal = createHmac('sha256', secret).update(`head:${entries}:`).update(hash).digest()
  sqlite.prepare('INSERT INTO audit_head (id, count, hash, seal) VALUES (1, ?, ?, ?)').run(entries, hash, seal)
}
