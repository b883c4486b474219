import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openConnection, type SqliteConnection } from '../../../../../src-main/database/sqlite/connection.ts'
import { openDatabase } from '../../../../../src-main/database/sqlite/open-database.ts'
import type { EnvironmentSchema } from '../../../../../src-main/database/schema.ts'
import type { Store } from '../../../../../src-main/database/store.ts'
import type { ChangeContext } from '../../../../../src-main/engine/kernel/change-context.ts'
import { createAuditLog, type AuditLog } from '../../../../../src-main/engine/kernel/audit/audit-log.ts'
import { restartChain } from '../../../../../src-main/engine/kernel/audit/chain-restart.ts'
import { removePersonal, type PersonalPlace } from '../../../../../src-main/engine/kernel/audit/erase-personal.ts'
import { verifyChain } from '../../../../../src-main/engine/kernel/audit/verify-chain.ts'
import { dataKeyFrom, type DataKey } from '../../../../../src-main/engine/kernel/secrets/data-key.ts'
import { fakeClock } from '../../../../support/clock.ts'
import { CLERK } from '../../../../support/context.ts'
import { temporaryFolder } from '../../../../support/folder.ts'
import { createFile } from '../../../../support/new-file.ts'

const PURPOSE = 'audit/sandbox'
export const firstKey = dataKeyFrom(new Uint8Array(32).fill(1))
export const secondKey = dataKeyFrom(new Uint8Array(32).fill(2))
const CLOCK = fakeClock('2026-03-14T15:09:26.000Z')

/** An audit log in a file of its own. */
export interface Chain {
  database: Store<EnvironmentSchema>
  /** Appends changes of different cards. */
  append: (entries: number, key?: DataKey) => Promise<void>
  /** Appends one entry. */
  record: (entry: Parameters<AuditLog['append']>[2], by?: { key?: DataKey; context?: ChangeContext }) => Promise<void>
  restart: () => Promise<void>
  erase: (places: PersonalPlace[]) => Promise<number>
  /** An attacker who can write to the file but has no key. */
  tamper: (work: (sqlite: SqliteConnection) => void) => void
  verify: (expectedHead?: string, key?: DataKey) => ReturnType<typeof verifyChain>
}

export function openChain(): Chain {
  const file = join(temporaryFolder(), 'sandbox.sqlite')
  createFile(file, 'sandbox')
  const database = openDatabase<EnvironmentSchema>({ file })
  onTestFinished(() => database.close())
  const logs = new Map<string, AuditLog>()
  const logOf = (key: DataKey) => {
    const log = logs.get(key.id) ?? createAuditLog(key.derive(PURPOSE), CLOCK)
    logs.set(key.id, log)
    return log
  }
  let appended = 0
  return {
    database,
    append: (entries, key = firstKey) =>
      database.write(async (transaction) => {
        for (let number = 0; number < entries; number++) {
          appended += 1
          logOf(key).append(transaction, CLERK, {
            action: 'card.update',
            target: { type: 'card', id: `card-${appended}` },
            projectId: 'p1',
            before: { driver: `Driver ${appended - 1}`, status: 'active' },
            after: { driver: `Driver ${appended}`, status: 'active' },
          })
        }
      }),
    record: (entry, { key = firstKey, context = CLERK } = {}) =>
      database.write(async (transaction) => logOf(key).append(transaction, context, entry)),
    restart: () =>
      database.write((transaction) =>
        restartChain(transaction, logOf(secondKey), { previousKeyId: firstKey.id, keyId: secondKey.id }),
      ),
    erase: (places) =>
      database.write((transaction) =>
        removePersonal(transaction, logOf(firstKey), places, { context: CLERK, projectId: null }),
      ),
    tamper: (work) => {
      const sqlite = openConnection(file)
      // The triggers keep honest code from changing entries; an attacker with the file simply drops them.
      sqlite.exec(
        'DROP TRIGGER IF EXISTS audit_entry_is_append_only_update; DROP TRIGGER IF EXISTS audit_entry_is_append_only_delete; PRAGMA foreign_keys = OFF',
      )
      work(sqlite)
      sqlite.close()
    },
    verify: (expectedHead, key = firstKey) => verifyChain(database.reader, key, PURPOSE, expectedHead),
  }
}
