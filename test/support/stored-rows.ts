import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import type { EnvironmentName } from '../../src-main/domain/environment-name.ts'
import { rowsOf } from './rows.ts'

/** The number of rows in a table of a running service, read from the store itself. */
export function storedRows(dataDir: string, environment: EnvironmentName, table: string, condition = 'true'): number {
  return Number(rowsOf(dataDir, environment, `SELECT count(*) AS rows FROM ${table} WHERE ${condition}`)[0]?.['rows'])
}

export interface StoredState {
  /**
   * What a request may have changed (`content`; without the service's own housekeeping) and the answers kept for
   * repeated requests.
   */
  read(): { content: string; kept: number }
  close(): void
}

/** Watches what one environment of a running service has stored. */
export function storedState(dataDir: string, environment: EnvironmentName): StoredState {
  const sqlite = new BetterSqlite3(join(dataDir, `${environment}.sqlite`), { readonly: true })
  const content = sqlite
    .prepare<[], string>(
      `SELECT json_array(
        (SELECT json_group_array(json_array(id, status, license_plate, driver, sync_status, updated_at)) FROM (SELECT * FROM card ORDER BY seq)),
        (SELECT count(*) FROM event), (SELECT count(*) FROM audit_entry WHERE actor_type <> 'system'), (SELECT count(*) FROM job WHERE kind <> 'delivery'), (SELECT count(*) FROM project_scope))`,
    )
    .pluck()
  const kept = sqlite.prepare<[], number>('SELECT count(*) FROM idempotency_record').pluck()
  return {
    read: () => ({ content: content.get() ?? '', kept: kept.get() ?? 0 }),
    close: () => {
      sqlite.close()
    },
  }
}
