import type { Migration } from '../migrations.ts'

/**
 * The search index is filled after a pull, in slices, and brought up to date the same way when names are folded anew:
 * both take longer than writing the cards does. `search_version` says of each card what stands in the index:
 *   0  nothing: a search reads the card itself
 *   1  its number, plate and driver as they are written
 *   2  the other forms of the driver's name as well (`driver_forms`, one to a line)
 *
 * It is written together with the index, so that whatever ends a fill, the next one goes on where it stood.
 */
export const environmentSearchFill: Migration = {
  id: 'environment-0140-search-fill',
  sql: `
    ALTER TABLE card ADD COLUMN driver_forms TEXT;
    ALTER TABLE card ADD COLUMN search_version INTEGER NOT NULL DEFAULT 1;
    CREATE INDEX card_by_due_search ON card (search_version, project_key) WHERE search_version < 2;

    DROP TRIGGER card_search_insert;
    DROP TRIGGER card_search_insert_text;
    DROP TRIGGER card_search_delete;
    DROP TRIGGER card_search_update;
    DROP TRIGGER card_search_update_text;

    CREATE VIEW card_text AS
      SELECT seq, coalesce(plate_key, '') AS plate, coalesce(driver_key, '') || coalesce(char(10) || driver_forms, '') AS driver
      FROM card WHERE plate_key IS NOT NULL OR driver_key IS NOT NULL;

    CREATE TRIGGER card_search_insert AFTER INSERT ON card WHEN new.search_version > 0 BEGIN
      INSERT INTO card_fragment_search (rowid, fragments) SELECT seq, fragments FROM card_fragments WHERE seq = new.seq;
      INSERT INTO card_text_search (rowid, plate, driver) SELECT seq, plate, driver FROM card_text WHERE seq = new.seq;
    END;
    CREATE TRIGGER card_search_fill AFTER UPDATE OF search_version ON card WHEN old.search_version = 0 AND new.search_version > 0 BEGIN
      INSERT INTO card_fragment_search (rowid, fragments) SELECT seq, fragments FROM card_fragments WHERE seq = new.seq;
      INSERT INTO card_text_search (rowid, plate, driver) SELECT seq, plate, driver FROM card_text WHERE seq = new.seq;
    END;
    CREATE TRIGGER card_search_delete AFTER DELETE ON card WHEN old.search_version > 0 BEGIN
      DELETE FROM card_fragment_search WHERE rowid = old.seq;
      DELETE FROM card_text_search WHERE rowid = old.seq;
    END;
    CREATE TRIGGER card_search_update AFTER UPDATE OF card_number, driver_joints ON card
      WHEN old.search_version > 0 AND (old.card_number <> new.card_number OR old.driver_joints IS NOT new.driver_joints) BEGIN
      DELETE FROM card_fragment_search WHERE rowid = old.seq;
      INSERT INTO card_fragment_search (rowid, fragments) SELECT seq, fragments FROM card_fragments WHERE seq = new.seq;
    END;
    CREATE TRIGGER card_search_update_text AFTER UPDATE OF plate_key, driver_key, driver_forms ON card
      WHEN old.search_version > 0
        AND (old.plate_key IS NOT new.plate_key OR old.driver_key IS NOT new.driver_key OR old.driver_forms IS NOT new.driver_forms) BEGIN
      DELETE FROM card_text_search WHERE rowid = old.seq;
      INSERT INTO card_text_search (rowid, plate, driver) SELECT seq, plate, driver FROM card_text WHERE seq = new.seq;
    END;
  `,
}
