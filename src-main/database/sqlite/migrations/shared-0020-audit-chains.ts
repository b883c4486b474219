import type { Migration } from '../migrations.ts'

/** In each of the three files: one chain per project, and one of the service (decisions, section 8, *Audit*). */
export const auditChains: Migration = {
  id: 'shared-0020-audit-chains',
  sql: `
    -- A project's ID, or 'service'. NULL in entries from before: they stay the closed legacy chain, numbered by seq.
    ALTER TABLE audit_entry ADD COLUMN chain TEXT;
    -- From 1, without gaps, within the chain.
    ALTER TABLE audit_entry ADD COLUMN number INTEGER;
    CREATE UNIQUE INDEX audit_entry_by_chain ON audit_entry (chain, number) WHERE chain IS NOT NULL;
    -- The entries in which the service's chain notes the heads of the others.
    CREATE INDEX audit_entry_of_heads ON audit_entry (seq) WHERE action = 'audit.heads';

    -- The sealed end of each chain; audit_head stays that of the legacy chain.
    CREATE TABLE audit_chain (
      chain TEXT PRIMARY KEY,
      -- The hash that its first entry follows: the head of the legacy chain.
      start BLOB NOT NULL,
      count INTEGER NOT NULL,
      hash BLOB NOT NULL,
      seal BLOB NOT NULL,
      -- The count that the service's chain noted last; not sealed, it only saves work.
      noted INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
}
