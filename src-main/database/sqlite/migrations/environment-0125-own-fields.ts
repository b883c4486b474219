import type { Migration } from '../migrations.ts'

export const environmentOwnFields: Migration = {
  id: 'environment-0125-own-fields',
  sql: `
    -- What the fleet itself notes of a card; a provider neither knows nor is told of it.
    ALTER TABLE card ADD COLUMN internal_reference TEXT;
    ALTER TABLE card ADD COLUMN cost_centre TEXT;
    ALTER TABLE card ADD COLUMN notes TEXT;
    -- The reference as it is searched for: without spaces and hyphens, in lower case.
    ALTER TABLE card ADD COLUMN reference_key TEXT;
    CREATE INDEX card_by_cost_centre ON card (project_key, cost_centre, created_at) WHERE cost_centre IS NOT NULL;

    -- References have an index of their own: most fleets have none, and then it costs nothing.
    CREATE VIRTUAL TABLE card_reference_search USING fts5 (
      reference, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1'
    );
    INSERT INTO card_reference_search (card_reference_search, rank) VALUES ('crisismerge', 512);
    CREATE TRIGGER card_reference_insert AFTER INSERT ON card WHEN new.reference_key IS NOT NULL BEGIN
      INSERT INTO card_reference_search (rowid, reference) VALUES (new.seq, new.reference_key);
    END;
    CREATE TRIGGER card_reference_delete AFTER DELETE ON card WHEN old.reference_key IS NOT NULL BEGIN
      DELETE FROM card_reference_search WHERE rowid = old.seq;
    END;
    CREATE TRIGGER card_reference_update AFTER UPDATE OF reference_key ON card WHEN old.reference_key IS NOT new.reference_key BEGIN
      DELETE FROM card_reference_search WHERE rowid = old.seq;
      INSERT INTO card_reference_search (rowid, reference) SELECT new.seq, new.reference_key WHERE new.reference_key IS NOT NULL;
    END;

    -- The undo of an update knows these as well.
    ALTER TABLE last_command ADD COLUMN internal_reference TEXT;
    ALTER TABLE last_command ADD COLUMN cost_centre TEXT;
    ALTER TABLE last_command ADD COLUMN notes TEXT;
  `,
}
