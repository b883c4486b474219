import type { Migration } from '../migrations.ts'

/** The entries in which a chain remembers the heads of the others, found without a look at the whole chain. */
export const environmentWitness: Migration = {
  id: 'environment-0150-witness',
  sql: `CREATE INDEX audit_entry_of_witness ON audit_entry (seq) WHERE action = 'audit.witness'`,
}
