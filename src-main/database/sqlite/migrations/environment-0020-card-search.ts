import type { Migration } from '../migrations.ts'

/**
 * Two inverted indexes, kept in step by triggers (see card-search.ts for how they are asked).
 *
 * Card numbers share an issuer prefix and have ten symbols, so trigrams of them are far too common: at a million
 * cards each stands in some 16,000 numbers. Runs of four digits stand in a tenth of that. A closing mark lets the
 * last digits be found by a prefix as well.
 *
 * `detail=none` stores which cards hold a fragment, not where: the rows found are verified against the card itself.
 */
export const environmentCardSearch: Migration = {
  id: 'environment-0020-card-search',
  sql: `
    CREATE TABLE digit_position (position INTEGER PRIMARY KEY) STRICT;
    INSERT INTO digit_position VALUES (1),(2),(3),(4),(5),(6),(7),(8),(9),(10),(11),(12),(13),(14),(15),(16),(17),(18),(19),(20);

    CREATE VIRTUAL TABLE card_fragment_search USING fts5 (
      fragments, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
    );
    CREATE VIRTUAL TABLE card_text_search USING fts5 (
      plate, driver, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1'
    );

    -- Small transactions leave many small segments. SQLite merges them a little at each write; only beyond this many on
    -- one level does it merge them all at once, which would hold up the write that meets it by a tenth of a second.
    INSERT INTO card_fragment_search (card_fragment_search, rank) VALUES ('crisismerge', 512);
    INSERT INTO card_text_search (card_text_search, rank) VALUES ('crisismerge', 512);

    -- The runs of four digits of each number; the closing 'e' gives its last three a run of their own.
    CREATE VIEW card_fragments AS
      SELECT card.seq, group_concat(substr(card.card_number || 'e', position, 4), ' ') || ' ' || coalesce(card.driver_joints, '') AS fragments
      FROM card JOIN digit_position ON position <= length(card.card_number) - 2
      GROUP BY card.seq;

    CREATE TRIGGER card_search_insert AFTER INSERT ON card BEGIN
      INSERT INTO card_fragment_search (rowid, fragments) SELECT seq, fragments FROM card_fragments WHERE seq = new.seq;
    END;
    CREATE TRIGGER card_search_insert_text AFTER INSERT ON card WHEN new.plate_key IS NOT NULL OR new.driver_key IS NOT NULL BEGIN
      INSERT INTO card_text_search (rowid, plate, driver) VALUES (new.seq, coalesce(new.plate_key, ''), coalesce(new.driver_key, ''));
    END;
    CREATE TRIGGER card_search_delete AFTER DELETE ON card BEGIN
      DELETE FROM card_fragment_search WHERE rowid = old.seq;
      DELETE FROM card_text_search WHERE rowid = old.seq;
    END;
    CREATE TRIGGER card_search_update AFTER UPDATE OF card_number, driver_joints ON card
      WHEN old.card_number <> new.card_number OR old.driver_joints IS NOT new.driver_joints BEGIN
      DELETE FROM card_fragment_search WHERE rowid = old.seq;
      INSERT INTO card_fragment_search (rowid, fragments) SELECT seq, fragments FROM card_fragments WHERE seq = new.seq;
    END;
    CREATE TRIGGER card_search_update_text AFTER UPDATE OF plate_key, driver_key ON card
      WHEN old.plate_key IS NOT new.plate_key OR old.driver_key IS NOT new.driver_key BEGIN
      DELETE FROM card_text_search WHERE rowid = old.seq;
      INSERT INTO card_text_search (rowid, plate, driver) VALUES (new.seq, coalesce(new.plate_key, ''), coalesce(new.driver_key, ''));
    END;
  `,
}
