import type { Migration } from '../migrations.ts'

export const environmentWebhooks: Migration = {
  id: 'environment-0040-webhooks',
  sql: `
    CREATE TABLE webhook (
      id TEXT PRIMARY KEY,
      project_key INTEGER NOT NULL UNIQUE REFERENCES project_scope (key),
      url TEXT NOT NULL,
      -- JSON array of event names.
      events TEXT NOT NULL,
      description TEXT,
      status TEXT NOT NULL CHECK (status IN ('active', 'disabled')),
      disabled_reason TEXT CHECK (disabled_reason IN ('manual', 'failing', 'gone', 'secret_unavailable')),
      disabled_at TEXT,
      failure_count INTEGER NOT NULL DEFAULT 0,
      -- The first of the failures that failure_count counts.
      failing_since TEXT,
      last_triggered_at TEXT,
      verified_at TEXT,
      schedule_enabled INTEGER NOT NULL DEFAULT 0,
      schedule_interval_hours REAL NOT NULL DEFAULT 24,
      schedule_events TEXT NOT NULL DEFAULT '[]',
      schedule_next_run_at TEXT,
      schedule_last_run_at TEXT,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX webhook_by_schedule ON webhook (schedule_next_run_at) WHERE schedule_enabled = 1;

    CREATE TABLE webhook_secret (
      seq INTEGER PRIMARY KEY,
      webhook_id TEXT NOT NULL REFERENCES webhook (id) ON DELETE CASCADE,
      -- Sealed with the data key, bound to this table and webhook.
      sealed TEXT NOT NULL,
      created_at TEXT NOT NULL,
      -- Null for the current one; the others sign until then.
      retires_at TEXT
    ) STRICT;
    CREATE INDEX webhook_secret_by_webhook ON webhook_secret (webhook_id, seq);

    -- A delivery outlives its webhook: the log stays readable to the next configuration.
    CREATE TABLE delivery (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      project_key INTEGER NOT NULL REFERENCES project_scope (key),
      webhook_id TEXT NOT NULL,
      event_id TEXT NOT NULL REFERENCES event (id),
      event_name TEXT NOT NULL,
      card_id TEXT,
      status TEXT NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed', 'skipped', 'cancelled')),
      trigger TEXT NOT NULL CHECK (trigger IN ('automatic', 'simulate', 'schedule', 'test', 'resend', 'recover')),
      attempt_count INTEGER NOT NULL DEFAULT 0,
      next_attempt_at TEXT,
      created_at TEXT NOT NULL,
      completed_at TEXT
    ) STRICT;
    CREATE INDEX delivery_by_project ON delivery (project_key, seq);
    CREATE INDEX delivery_by_status ON delivery (project_key, status, seq);
    CREATE INDEX delivery_by_event_name ON delivery (project_key, event_name, seq);
    CREATE INDEX delivery_by_event ON delivery (event_id);
    CREATE INDEX delivery_by_age ON delivery (created_at);

    CREATE TABLE delivery_attempt (
      delivery_seq INTEGER NOT NULL REFERENCES delivery (seq) ON DELETE CASCADE,
      number INTEGER NOT NULL,
      started_at TEXT NOT NULL,
      duration_ms INTEGER NOT NULL,
      status_code INTEGER,
      error TEXT,
      request_headers TEXT NOT NULL,
      response_headers TEXT,
      response_body TEXT,
      response_truncated INTEGER NOT NULL,
      PRIMARY KEY (delivery_seq, number)
    ) STRICT, WITHOUT ROWID;

    -- The built-in receiver: one for each project, found by its token.
    CREATE TABLE inbox (
      project_key INTEGER PRIMARY KEY REFERENCES project_scope (key),
      token TEXT NOT NULL UNIQUE,
      behaviour TEXT NOT NULL
    ) STRICT;
    CREATE TABLE inbox_arrival (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      project_key INTEGER NOT NULL REFERENCES project_scope (key),
      received_at TEXT NOT NULL,
      answered TEXT NOT NULL,
      -- JSON, signatures masked.
      headers TEXT NOT NULL,
      body TEXT NOT NULL,
      standard_verdict TEXT NOT NULL,
      hex_verdict TEXT NOT NULL
    ) STRICT;
    CREATE INDEX inbox_arrival_by_project ON inbox_arrival (project_key, seq);

    -- Each card is warned of once for each expiry.
    CREATE TABLE expiry_warning (
      card_seq INTEGER NOT NULL REFERENCES card (seq) ON DELETE CASCADE,
      expiration_date TEXT NOT NULL,
      PRIMARY KEY (card_seq, expiration_date)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX card_by_expiry_everywhere ON card (expiration_date) WHERE expiration_date IS NOT NULL;
  `,
}
