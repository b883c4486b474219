import type { Migration } from '../migrations.ts'

export const environmentCards: Migration = {
  id: 'environment-0010-cards',
  sql: `
    -- A project's short key keeps the many indexes below small.
    CREATE TABLE project_scope (
      key INTEGER PRIMARY KEY,
      project_id TEXT NOT NULL UNIQUE
    ) STRICT;

    CREATE TABLE card (
      -- Ids are ascending, so that the row's number breaks ties exactly as the id would.
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      project_key INTEGER NOT NULL REFERENCES project_scope (key),
      card_number TEXT NOT NULL CHECK (length(card_number) BETWEEN 4 AND 20 AND card_number NOT GLOB '*[^0-9]*'),
      provider_card_id TEXT NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('new', 'active', 'inactive')),
      license_plate TEXT,
      driver TEXT,
      expiration_date TEXT,
      auth_gasoline INTEGER NOT NULL CHECK (auth_gasoline IN (0, 1)),
      auth_diesel INTEGER NOT NULL CHECK (auth_diesel IN (0, 1)),
      auth_lpg INTEGER NOT NULL CHECK (auth_lpg IN (0, 1)),
      auth_heating_oil INTEGER NOT NULL CHECK (auth_heating_oil IN (0, 1)),
      sync_status TEXT NOT NULL CHECK (sync_status IN ('synced', 'pending', 'failed')),
      sync_error_message TEXT,
      last_synced_at TEXT,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      -- What the search compares: lower case, plates without spaces and hyphens.
      plate_key TEXT,
      driver_key TEXT,
      driver_joints TEXT
    ) STRICT;

    CREATE UNIQUE INDEX card_by_number ON card (project_key, card_number);
    CREATE UNIQUE INDEX card_by_provider_id ON card (project_key, provider_card_id);
    CREATE INDEX card_by_created ON card (project_key, created_at);
    CREATE INDEX card_by_updated ON card (project_key, updated_at);
    CREATE INDEX card_by_status ON card (project_key, status, created_at);
    CREATE INDEX card_by_sync_status ON card (project_key, sync_status, created_at);
    CREATE INDEX card_by_driver ON card (project_key, driver);
    CREATE INDEX card_by_plate ON card (project_key, license_plate);
    CREATE INDEX card_by_expiry ON card (project_key, expiration_date);
    CREATE INDEX card_by_last_sync ON card (project_key, last_synced_at);

    -- The exact number of cards by what the listing filters most, so that a total never counts rows.
    CREATE TABLE card_count (
      project_key INTEGER NOT NULL,
      status TEXT NOT NULL,
      sync_status TEXT NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (project_key, status, sync_status)
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER card_count_insert AFTER INSERT ON card BEGIN
      INSERT INTO card_count VALUES (new.project_key, new.status, new.sync_status, 1)
        ON CONFLICT DO UPDATE SET count = count + 1;
    END;
    CREATE TRIGGER card_count_delete AFTER DELETE ON card BEGIN
      UPDATE card_count SET count = count - 1
        WHERE project_key = old.project_key AND status = old.status AND sync_status = old.sync_status;
    END;
    CREATE TRIGGER card_count_update AFTER UPDATE OF status, sync_status, project_key ON card
      WHEN old.status <> new.status OR old.sync_status <> new.sync_status OR old.project_key <> new.project_key BEGIN
      UPDATE card_count SET count = count - 1
        WHERE project_key = old.project_key AND status = old.status AND sync_status = old.sync_status;
      INSERT INTO card_count VALUES (new.project_key, new.status, new.sync_status, 1)
        ON CONFLICT DO UPDATE SET count = count + 1;
    END;
  `,
}
