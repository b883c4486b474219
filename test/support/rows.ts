import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { askStore } from './postgres/rows.ts'
import { storeOf } from './postgres/databases.ts'

type Kind = 'control' | 'sandbox' | 'production'
type Value = string | number | Uint8Array | null

/** For a query over `audit_entry`: the reason as a person reads it, which is in the erasable table. */
export const AUDIT_REASON =
  "(SELECT value FROM audit_personal WHERE audit_personal.seq = audit_entry.seq AND place = 'reason') AS reason"

/** Reads the store of a data folder from outside the service, as an inspector would. */
export function rowsOf(dataDir: string, kind: Kind, sql: string): Record<string, unknown>[] {
  const store = storeOf(dataDir)
  if (store !== undefined) return askStore(store, kind, sql)
  const sqlite = new BetterSqlite3(join(dataDir, `${kind}.sqlite`), { readonly: true })
  try {
    return sqlite.prepare<[], Record<string, unknown>>(sql).all()
  } finally {
    sqlite.close()
  }
}

/** Changes the store from outside the service. With values, which stand as `:name`, it is one statement. */
export function changeRows(dataDir: string, kind: Kind, sql: string, values?: Readonly<Record<string, Value>>): void {
  const store = storeOf(dataDir)
  if (store !== undefined) {
    askStore(store, kind, values === undefined ? sql : filledIn(sql, values))
    return
  }
  const sqlite = new BetterSqlite3(join(dataDir, `${kind}.sqlite`))
  sqlite.pragma('foreign_keys = ON')
  try {
    if (values === undefined) sqlite.exec(sql)
    else sqlite.prepare(sql).run(values)
  } finally {
    sqlite.close()
  }
}

/**
 * The same, as an attacker who can write to the store but has no key: triggers and foreign keys that keep honest code
 * from changing an entry of the audit log are no hindrance.
 */
export function forgeRows(
  dataDir: string,
  kind: Kind,
  sql: string,
  values: Readonly<Record<string, Value>> = {},
): void {
  const store = storeOf(dataDir)
  if (store !== undefined) {
    askStore(
      store,
      kind,
      `SET session_replication_role = replica; ${filledIn(sql, values)}; RESET session_replication_role`,
    )
    return
  }
  const sqlite = new BetterSqlite3(join(dataDir, `${kind}.sqlite`))
  try {
    sqlite.pragma('foreign_keys = OFF')
    const triggers = sqlite
      .prepare<[], { name: string; sql: string }>(
        "SELECT name, sql FROM sqlite_schema WHERE name LIKE 'audit_entry_is_append_only%'",
      )
      .all()
    for (const { name } of triggers) sqlite.exec(`DROP TRIGGER ${name}`)
    if (Object.keys(values).length === 0) sqlite.exec(sql)
    else sqlite.prepare(sql).run(values)
    for (const trigger of triggers) sqlite.exec(trigger.sql)
  } finally {
    sqlite.close()
  }
}

function filledIn(sql: string, values: Readonly<Record<string, Value>>): string {
  return sql.replaceAll(/(?<![:\w]):([a-z]\w*)/gi, (whole, name: string) => {
    const value = values[name]
    if (value === undefined) return whole
    if (value === null || typeof value === 'number') return String(value)
    if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`
    return String.raw`'\x${Buffer.from(value).toString('hex')}'::bytea`
  })
}
