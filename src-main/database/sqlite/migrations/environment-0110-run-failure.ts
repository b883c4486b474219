import type { Migration } from '../migrations.ts'

export const environmentRunFailure: Migration = {
  id: 'environment-0110-run-failure',
  sql: `
    -- Why a run ended before its time, as a code that never changes (RUN_FAILURE_KINDS); null where only the words of \`error\` tell.
    ALTER TABLE sync_run ADD COLUMN failure_kind TEXT;
  `,
}
