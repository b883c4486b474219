import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'

/** For a query over `audit_entry`: the reason as a person reads it, which is in the erasable table. */
export const AUDIT_REASON =
  "(SELECT value FROM audit_personal WHERE audit_personal.seq = audit_entry.seq AND place = 'reason') AS reason"

/** Reads a data folder's file from outside the service, as an inspector would. */
export function rowsOf(
  dataDir: string,
  kind: 'control' | 'sandbox' | 'production',
  sql: string,
): Record<string, unknown>[] {
  const sqlite = new BetterSqlite3(join(dataDir, `${kind}.sqlite`), { readonly: true })
  try {
    return sqlite.prepare<[], Record<string, unknown>>(sql).all()
  } finally {
    sqlite.close()
  }
}
