import BetterSqlite3 from 'better-sqlite3'

export type Sqlite = BetterSqlite3.Database

/** Opens the portal's own file, or a database in memory that ends with the program. */
export function openStore(file: string | null): Sqlite {
  const sqlite = new BetterSqlite3(file ?? ':memory:')
  try {
    sqlite.pragma('journal_mode = WAL')
    // NORMAL survives a killed process; power cuts are out of this portal's scope.
    sqlite.pragma('synchronous = NORMAL')
    sqlite.exec(TABLES)
    return sqlite
  } catch (error) {
    sqlite.close()
    throw error
  }
}

// `position` only grows (AUTOINCREMENT), so a listing by it misses no card, whatever changes meanwhile.
const TABLES = `
CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS card (
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  provider_card_id TEXT NOT NULL UNIQUE,
  card_number TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL,
  license_plate TEXT,
  driver TEXT,
  expiration_date TEXT,
  gasoline INTEGER NOT NULL,
  diesel INTEGER NOT NULL,
  lpg INTEGER NOT NULL,
  heating_oil INTEGER NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS card_by_update ON card (updated_at);
CREATE TABLE IF NOT EXISTS token (hash TEXT PRIMARY KEY, expires_at TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS answer (
  idempotency_key TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, status INTEGER NOT NULL, body TEXT NOT NULL, answered_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS answer_by_age ON answer (answered_at);
CREATE TABLE IF NOT EXISTS accepted_change (
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  reference TEXT NOT NULL UNIQUE,
  provider_card_id TEXT NOT NULL,
  idempotency_key TEXT NOT NULL,
  change TEXT NOT NULL,
  due_at TEXT NOT NULL,
  state TEXT NOT NULL,
  code TEXT,
  message TEXT
) STRICT;
CREATE INDEX IF NOT EXISTS accepted_change_pending ON accepted_change (due_at) WHERE state = 'pending';
CREATE TABLE IF NOT EXISTS change_log (
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  provider_card_id TEXT NOT NULL,
  action TEXT NOT NULL,
  license_plate TEXT,
  driver TEXT,
  idempotency_key TEXT NOT NULL,
  effective INTEGER NOT NULL,
  made_at TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS change_log_by_card ON change_log (provider_card_id);
`

/** The stored value of a setting, created if missing. */
export function keptSetting(sqlite: Sqlite, name: string, make: () => string): string {
  sqlite.prepare('INSERT OR IGNORE INTO setting (name, value) VALUES (?, ?)').run(name, make())
  return (sqlite.prepare('SELECT value FROM setting WHERE name = ?').get(name) as { value: string }).value
}
