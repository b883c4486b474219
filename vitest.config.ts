import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { builtInsteadOfSource } from './test/support/built/instead-of-source.ts'
import { FROM_SOURCE, ROOT } from './test/support/built/modules.ts'

/** They replace modules, or speak a language that the page's modules keep: no other file may share those. */
const isolated = readdirSync(join(ROOT, 'test/unit'), { recursive: true, encoding: 'utf8' })
  .map((name) => `test/unit/${name}`)
  .filter((file) => file.endsWith('.test.ts'))
  .filter((file) => file.includes('/renderer/') || /\bvi\.(mock|doMock)\(/.test(readFileSync(join(ROOT, file), 'utf8')))

/** They test the files of SQLite themselves, or what touches no store. */
const SQLITE_ONLY = [
  // Files: made, found damaged, locked, copied, restored, and upgraded from older versions.
  'test/unit/engine/{engine,housekeeping,one-writer}.test.ts',
  'test/unit/engine/backup/**',
  'test/unit/engine/kernel/storage-trouble.test.ts',
  'test/unit/engine/kernel/audit/legacy-chain.test.ts',
  // How many turns of the event loop the job runner takes, on a store that answers within one.
  'test/unit/engine/kernel/jobs/{job-runner,runner-*}.test.ts',
  // How many slices work takes: over a server they are longer.
  'test/unit/engine/webhooks/ending-slices.test.ts',
  // Answers kept while nothing is written: a store that others share vouches for none.
  'test/unit/engine/access/remembered-keys.test.ts',
  // Plans of SQLite's queries.
  'test/unit/engine/sync/push/push-queries.test.ts',
  // The order of locks, read off the statements that SQLite ran: the works that take them are the same.
  'test/unit/engine/lock-order.test.ts',
  // No store.
  'test/unit/engine/kernel/{duties,note-listeners}.test.ts',
  'test/unit/engine/desk/file-exchange.test.ts',
  'test/unit/engine/alerts/{mail-text,smtp}.test.ts',
  'test/unit/engine/sign-in/{password-rules,totp}.test.ts',
  'test/unit/engine/webhooks/{signature,verify}.test.ts',
  'test/unit/engine/sync/{cursor-trail,push/portal-health,pull/fetch-page}.test.ts',
  'test/unit/engine/cards/files/**',
  'test/unit/engine/sync/portals/**',
]
/**
 * Whole systems are put up, killed or packed, teams work, and all that is documented is done: `npm run drills`, with
 * the machine to themselves.
 */
const DRILLS = [
  'test/docs/followed.test.ts',
  'test/faults/{examples,store-commands}.test.ts',
  'test/faults/{cluster,team}/**/*.test.ts',
  'test/faults/{delivery-,plan-,pull-,push-}kill.test.ts',
  'test/package/{balancers,deploy,headless,linux,release,restore-drill,windows}.test.ts',
]
const POSTGRES_ONLY = ['test/unit/database/postgres/**', 'test/unit/engine/store/**']

export default defineConfig({
  test: {
    // Real SQLite with fsync on two cores: a file at a time per core, and room for the slow ones.
    maxWorkers: 2,
    // A process and all modules anew for each file would be a third of the run's CPU time.
    isolate: false,
    // Only what hangs may meet these: a busy machine takes many times as long.
    testTimeout: 240_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    reporters: ['default'],
    // With --changed, a change here or in package.json does not run everything: `npm test` does.
    forceRerunTriggers: [],
    coverage: {
      include: ['src-main/**/*.ts'],
      reporter: ['text-summary', 'html'],
      reportsDirectory: 'test/output/coverage',
    },
    globalSetup: ['test/support/built/build.ts'],
    projects: [
      {
        extends: true,
        test: { name: 'source', include: ['test/unit/**/*.test.ts'], exclude: [...isolated, ...POSTGRES_ONLY] },
      },
      { extends: true, test: { name: 'isolated', include: isolated, isolate: true } },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: [
            'test/unit/engine/{bulk,cards,projects,webhooks,access,inbox,ledger,kernel/audit,kernel/jobs}/**/*.test.ts',
            'test/unit/engine/{alerts,desk,instances,people,sign-in,sync}/**/*.test.ts',
            'test/unit/engine/kernel/{answer-*,live,live-bus}.test.ts',
            'test/unit/engine/kernel/cluster/*.test.ts',
            'test/unit/bridge/{personal,personal-traces,random-clerk}.test.ts',
            'test/unit/engine/{isolation,overview,settings,store/*}.test.ts',
            // Where the store matters; the other suites of the API ask about what comes before it.
            'test/api/{access,card-list,cards,concurrency,idempotency,own-fields,webhooks}.test.ts',
            'test/api/team/sessions.test.ts',
            'test/unit/database/postgres/**/*.test.ts',
            'test/unit/database/sql/card-search.test.ts',
            'test/unit/database/store-contract.test.ts',
          ],
          exclude: SQLITE_ONLY,
          env: { FUELCARD_TEST_STORE: 'postgres' },
          alias: [{ find: /^pg$/, replacement: join(ROOT, 'test/support/postgres/kept-sessions.ts') }],
          globalSetup: ['test/support/postgres/global.ts'],
        },
      },
      {
        extends: true,
        plugins: FROM_SOURCE ? [] : [builtInsteadOfSource()],
        test: { name: 'built', include: ['test/{api,client,docs,faults,package}/**/*.test.ts'], exclude: DRILLS },
      },
      {
        extends: true,
        plugins: FROM_SOURCE ? [] : [builtInsteadOfSource()],
        test: { name: 'drills', include: DRILLS },
      },
    ],
  },
})
