import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openConnection, type SqliteConnection } from '../../../../src-main/database/sqlite/connection.ts'
import { DATABASE_KINDS, type DatabaseKind } from '../../../../src-main/database/sqlite/database-kinds.ts'
import { prepareFile } from '../../../../src-main/database/sqlite/prepare-file.ts'
import { temporaryFolder } from '../../../support/folder.ts'
import { createOlderFile } from '../../../support/older-file.ts'

const AT = '2026-01-01T00:00:00.000Z'

/** A row in every table that later migrations change. */
const FILLS: Record<'control' | 'production', string> = {
  control: `INSERT INTO request_log (id, time, method, path, status, duration_ms) VALUES ('r', '${AT}', 'GET', '/v1', 200, 1.5)`,
  production: `
    INSERT INTO project_scope (key, project_id) VALUES (1, 'p');
    INSERT INTO card (id, project_key, card_number, provider_card_id, status, driver, auth_gasoline, auth_diesel, auth_lpg,
        auth_heating_oil, sync_status, created_at, updated_at, driver_key, driver_joints)
      VALUES ('c', 1, '782521009000153701', 'P-1', 'active', 'Ada', 1, 1, 1, 1, 'synced', '${AT}', '${AT}', 'ada', '');
    INSERT INTO event (id, project_key, name, created_at, body)
      VALUES ('e', 1, 'sync.completed', '${AT}', '${JSON.stringify({ filler: 'x'.repeat(21_000) })}');
    INSERT INTO sync_run (id, project_key, kind, source, state, started_at, failed)
      VALUES ('s', 1, 'pull', 'x', 'completed', '${AT}', 3)`,
}

const lacking = (kind: 'control' | 'production', after: string) => {
  const ids: string[] = DATABASE_KINDS[kind].migrations.map(({ id }) => id)
  return ids.slice(ids.indexOf(after) + 1).map((id) => [kind, id] as const)
}

it.each([...lacking('control', 'control-0030-requests'), ...lacking('production', 'environment-0100-missing-cards')])(
  'a %s file from before %s is brought up to date with all it holds',
  (kind, before) => {
    const [older, fresh] = [join(temporaryFolder(), 'older.sqlite'), join(temporaryFolder(), 'fresh.sqlite')]
    const held = (sqlite: SqliteConnection) =>
      ({
        control: () => sqlite.prepare('SELECT id, status, duration_ms FROM request_log').all(),
        production: () => [
          sqlite.prepare('SELECT id, driver, provider_card_id FROM card').all(),
          sqlite.prepare('SELECT id, length(body) FROM event').all(),
          sqlite.prepare('SELECT id, failed FROM sync_run').all(),
          sqlite.prepare('SELECT status, count FROM card_count').all(),
        ],
      })[kind]()
    let holds: unknown
    createOlderFile(older, kind, before, (sqlite) => {
      sqlite.exec(FILLS[kind])
      holds = held(sqlite)
    })
    prepareFile(older, kind, () => {})
    prepareFile(fresh, kind, () => {})
    expect(shapeOf(older, kind)).toEqual(shapeOf(fresh, kind))
    const sqlite = openConnection(older)
    expect(held(sqlite)).toEqual(holds)
    expect(sqlite.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(sqlite.pragma('foreign_key_check')).toEqual([])
    sqlite.close()
  },
)

/** Every table, index, trigger and view, and the applied migrations. */
function shapeOf(file: string, kind: DatabaseKind): unknown[] {
  const sqlite = openConnection(file)
  const shape = [
    sqlite.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').all(),
    sqlite.prepare('SELECT id FROM schema_migration').all(),
  ]
  sqlite.close()
  expect(shape[1]).toHaveLength(DATABASE_KINDS[kind].migrations.length)
  return shape
}
