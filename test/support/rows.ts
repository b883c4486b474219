import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'

/** Reads a data folder's file from outside the service, as an inspector would. */
export function rowsOf(dataDir: string, kind: 'control' | 'sandbox' | 'production', sql: string): Record<string, unknown>[] {
  const sqlite = new BetterSqlite3(join(dataDir, `${kind}.sqlite`), { readonly: true })
  try {
    return sqlite.prepare<[], Record<string, unknown>>(sql).all()
  } finally {
    sqlite.close()
  }
}
