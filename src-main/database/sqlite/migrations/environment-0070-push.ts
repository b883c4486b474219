import type { Migration } from '../migrations.ts'

/**
 * The changes on their way to a provider. Only the first open push of a card is `queued` or `running`; those behind it
 * are `waiting`, or `held` once it has failed. So whatever is claimed may be sent, without a look at the others of its card.
 */
export const environmentPush: Migration = {
  id: 'environment-0070-push',
  sql: `
    ALTER TABLE job ADD COLUMN card_id TEXT;
    -- From a provider that has taken the change and tells its outcome later.
    ALTER TABLE job ADD COLUMN provider_reference TEXT;
    ALTER TABLE job ADD COLUMN accepted_at TEXT;
    -- Since when the provider may know its reference, and since when sending has done nothing but fail.
    ALTER TABLE job ADD COLUMN sent_at TEXT;
    ALTER TABLE job ADD COLUMN failing_since TEXT;
    -- Why it waits for a person; what is behind it is held without a reason of its own.
    ALTER TABLE job ADD COLUMN failure TEXT CHECK (failure IN ('refused', 'given_up', 'restored'));
    -- When a clerk was handed it as a change order.
    ALTER TABLE job ADD COLUMN exported_at TEXT;
    ALTER TABLE job ADD COLUMN push_state TEXT GENERATED ALWAYS AS (
      CASE
        WHEN kind <> 'push' THEN NULL
        WHEN state = 'failed' THEN 'failed'
        WHEN state = 'held' THEN 'blocked'
        WHEN provider_reference IS NOT NULL THEN 'confirming'
        WHEN state = 'running' THEN 'sending'
        ELSE 'queued'
      END
    ) VIRTUAL;

    -- A lane is what shares one runner's places: a project's portal, no longer the card.
    UPDATE job SET card_id = lane, lane = 'portal:' || project_key WHERE kind = 'push';
    DROP INDEX job_by_lane_order;
    CREATE INDEX job_by_card ON job (card_id, seq) WHERE card_id IS NOT NULL;
    UPDATE job SET state = CASE WHEN EXISTS (SELECT 1 FROM job AS earlier WHERE earlier.card_id = job.card_id AND earlier.seq < job.seq) THEN 'waiting' ELSE 'queued' END
      WHERE kind = 'push';
    -- Conditions that hold for any bound value: SQLite uses a partial index only where the query's own text implies it.
    CREATE INDEX job_open_push ON job (project_key, seq) WHERE card_id IS NOT NULL;
    CREATE INDEX job_by_push_state ON job (project_key, push_state, exported_at, seq) WHERE push_state IS NOT NULL;
    CREATE INDEX job_for_person ON job (project_key, seq) WHERE failure IS NOT NULL;

    -- The cards that the rows of drift belong to, so that a page of them is one walk along an index.
    CREATE TABLE drifted_card (
      card_seq INTEGER PRIMARY KEY REFERENCES card (seq) ON DELETE CASCADE,
      project_key INTEGER NOT NULL,
      seen_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX drifted_card_by_project ON drifted_card (project_key, card_seq);
    INSERT INTO drifted_card SELECT card_seq, project_key, max(seen_at) FROM drift JOIN card ON card.seq = card_seq GROUP BY card_seq;

    -- How many there are of each kind, so that no screen counts rows: a push's state, with '+exported' for a handed-out order, or 'drifted'.
    CREATE TABLE sync_count (
      project_key INTEGER NOT NULL,
      name TEXT NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (project_key, name)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO sync_count SELECT project_key, push_state, count(*) FROM job WHERE kind = 'push' GROUP BY project_key, push_state;
    INSERT INTO sync_count SELECT project_key, 'drifted', count(*) FROM drifted_card GROUP BY project_key;

    CREATE TRIGGER sync_count_push_insert AFTER INSERT ON job WHEN new.kind = 'push' BEGIN
      INSERT INTO sync_count VALUES (new.project_key, new.push_state || iif(new.exported_at IS NULL, '', '+exported'), 1)
        ON CONFLICT DO UPDATE SET count = count + 1;
    END;
    CREATE TRIGGER sync_count_push_delete AFTER DELETE ON job WHEN old.kind = 'push' BEGIN
      UPDATE sync_count SET count = count - 1
        WHERE project_key = old.project_key AND name = old.push_state || iif(old.exported_at IS NULL, '', '+exported');
    END;
    CREATE TRIGGER sync_count_push_update AFTER UPDATE OF state, provider_reference, exported_at ON job
      WHEN new.kind = 'push' AND (old.push_state <> new.push_state OR (old.exported_at IS NULL) <> (new.exported_at IS NULL)) BEGIN
      UPDATE sync_count SET count = count - 1
        WHERE project_key = old.project_key AND name = old.push_state || iif(old.exported_at IS NULL, '', '+exported');
      INSERT INTO sync_count VALUES (new.project_key, new.push_state || iif(new.exported_at IS NULL, '', '+exported'), 1)
        ON CONFLICT DO UPDATE SET count = count + 1;
    END;
    CREATE TRIGGER sync_count_drift_insert AFTER INSERT ON drifted_card BEGIN
      INSERT INTO sync_count VALUES (new.project_key, 'drifted', 1) ON CONFLICT DO UPDATE SET count = count + 1;
    END;
    CREATE TRIGGER sync_count_drift_delete AFTER DELETE ON drifted_card BEGIN
      UPDATE sync_count SET count = count - 1 WHERE project_key = old.project_key AND name = 'drifted';
    END;
  `,
}
