import type { Migration } from '../migrations.ts'

/**
 * The search index merges 64 of its pages at a time, within whatever insert happens to be due: at the usual 4,050 bytes a
 * page that held up one write in some thousand by 20 ms. Pages of 500 bytes make it less than 5, at the same speed.
 */
export const environmentSearchPages: Migration = {
  id: 'environment-0090-search-pages',
  sql: `
    INSERT INTO card_fragment_search (card_fragment_search, rank) VALUES ('pgsz', 500);
    INSERT INTO card_text_search (card_text_search, rank) VALUES ('pgsz', 500);
  `,
}
