import type { Migration } from '../migrations.ts'

/** Alerts by e-mail: the server they go through, who wants which, what happened, and what is sent. */
export const controlAlerts: Migration = {
  id: 'control-0062-alerts',
  sql: `
    CREATE TABLE mail_server (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      host TEXT NOT NULL,
      port INTEGER NOT NULL,
      security TEXT NOT NULL CHECK (security IN ('starttls', 'tls', 'none')),
      user_name TEXT,
      -- Sealed with the data key.
      password TEXT,
      from_address TEXT NOT NULL,
      from_name TEXT NOT NULL,
      -- What happened before this moment is not reported.
      since TEXT NOT NULL,
      -- Up to this moment, production was searched for what happened.
      searched_until TEXT NOT NULL,
      -- Nothing is sent before this moment, because the server was in trouble.
      paused_until TEXT,
      failures INTEGER NOT NULL DEFAULT 0,
      last_sent_at TEXT,
      -- JSON.
      problem TEXT,
      problem_at TEXT
    ) STRICT;

    -- Kinds that a person has switched on or off; the others are as in DEFAULT_ALERT_CHOICES.
    CREATE TABLE alert_choice (
      person_id TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
      kind TEXT NOT NULL,
      wanted INTEGER NOT NULL CHECK (wanted IN (0, 1)),
      PRIMARY KEY (person_id, kind)
    ) STRICT, WITHOUT ROWID;

    -- Something worth a mail, once, whichever instance finds it. It names rows; their values are read when a mail is sent.
    CREATE TABLE alert_occasion (
      id TEXT PRIMARY KEY,
      kind TEXT NOT NULL,
      project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
      what TEXT NOT NULL CHECK (what IN ('run', 'push', 'webhook', 'expiry', 'asked', 'decided', 'day')),
      reference TEXT NOT NULL,
      at TEXT NOT NULL,
      UNIQUE (project_id, what, reference)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX alert_occasion_by_age ON alert_occasion (at);

    CREATE TABLE alert_mail (
      id TEXT PRIMARY KEY,
      person_id TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
      -- Kind and project, of which a person gets one mail an hour; the digest has no project.
      topic TEXT NOT NULL,
      kind TEXT NOT NULL,
      project_id TEXT REFERENCES project (id) ON DELETE CASCADE,
      state TEXT NOT NULL CHECK (state IN ('queued', 'sending', 'sent', 'empty', 'failed')),
      due_at TEXT NOT NULL,
      attempt_count INTEGER NOT NULL DEFAULT 0,
      lease_owner_id TEXT,
      lease_until TEXT,
      error TEXT,
      created_at TEXT NOT NULL,
      finished_at TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX alert_mail_by_due ON alert_mail (state, due_at);
    CREATE INDEX alert_mail_by_topic ON alert_mail (person_id, topic, created_at);
    CREATE INDEX alert_mail_by_age ON alert_mail (created_at);

    CREATE TABLE alert_mail_occasion (
      mail_id TEXT NOT NULL REFERENCES alert_mail (id) ON DELETE CASCADE,
      occasion_id TEXT NOT NULL REFERENCES alert_occasion (id) ON DELETE CASCADE,
      PRIMARY KEY (mail_id, occasion_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX alert_mail_occasion_by_occasion ON alert_mail_occasion (occasion_id);
  `,
}
