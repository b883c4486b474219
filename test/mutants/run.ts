// `npm run mutants [group] [files]`: changes the code in small ways, one at a time, and looks whether a test notices.
// Never part of `npm test`. Results are kept in test/output/mutants-<group>.known.json: a second run tries only what it
// changes, mutants and tests; delete the file after a change elsewhere. Survivors that stay: survivors.md, with
// reasons.
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import { makeScratchFolder } from '../support/checks/scratch.ts'

const WANTED_PERCENT = 90

/** The rules, and the parts where a quiet change would cost fuel, money or trust; and the tests that have to notice. */
const GROUPS = {
  domain: {
    tests: ['test/unit/domain'],
    mutate: [
      ...named('domain', 'card', 'text', 'uuid'),
      ...named('domain/cards', 'card-fields', 'card-refusal', 'card-events', 'card-list', 'name-forms', 'at-provider'),
      ...named('domain/sync', 'pending-change', 'reconcile', 'push-schedule', 'sync-schedule'),
      ...named('domain/webhooks', 'retry-schedule', 'webhook-url', 'simulated-event'),
    ],
  },
  webhooks: {
    tests: tested('webhooks', 'inbox'),
    mutate: named('engine/webhooks', 'delivery-outcome', 'endings', 'signature', 'verify'),
  },
  push: {
    tests: testsIn('sync/push', 'push-outcome', 'portal-health'),
    mutate: named('engine/sync/push', 'push-outcome', 'portal-health'),
  },
  drift: {
    tests: testsIn('sync/push', 'push-handler', 'drift-inbox', 'confirmation'),
    mutate: named('engine/sync/push', 'push-handler', 'drift', 'confirmation'),
  },
  pull: {
    tests: testsIn('sync/pull', 'pull-plan', 'gone-cards'),
    mutate: named('engine/sync/pull', 'gone-cards', 'pull-plan'),
  },
  jobs: {
    tests: tested('kernel/jobs'),
    mutate: named('engine/kernel/jobs', 'due-jobs', 'job-lanes', 'job-runner', 'job-store'),
  },
  kernel: {
    tests: testsIn('kernel', 'answer-once', 'answer-rules', 'live-bus', 'audit/verify-chain', 'audit/chain-restart'),
    mutate: named('engine/kernel', 'answer-once', 'audit/verify-chain', 'live'),
  },
  access: {
    tests: testsIn('access', 'api-keys', 'remembered-keys', 'rolled-keys'),
    mutate: named('engine/access', 'api-keys'),
  },
} as const satisfies Record<string, { tests: readonly string[]; mutate: readonly string[] }>

function named(folder: string, ...names: string[]): string[] {
  return names.map((name) => `src-main/${folder}/${name}.ts`)
}

function tested(...folders: string[]): string[] {
  return folders.map((folder) => `test/unit/engine/${folder}`)
}

function testsIn(folder: string, ...names: string[]): string[] {
  return names.map((name) => `test/unit/engine/${folder}/${name}.test.ts`)
}

type Group = keyof typeof GROUPS

const root = join(import.meta.dirname, '../..')
process.chdir(root)
const [asked, ...files] = process.argv.slice(2)
const missing = [...Object.values(GROUPS).flatMap(({ mutate, tests }) => [...mutate, ...tests]), ...files].filter(
  (file) => !existsSync(file),
)
if (missing.length > 0) throw new Error(`There is nothing to change in ${missing.join(', ')}: moved or misspelt`)
const groups = (Object.keys(GROUPS) as Group[]).filter((group) => asked === undefined || asked === group)
if (groups.length === 0) throw new Error(`There is no group ${asked}; there are ${Object.keys(GROUPS).join(', ')}`)
const scratch = makeScratchFolder()
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }))
Object.assign(process.env, { TMPDIR: scratch, NODE_COMPILE_CACHE: join(scratch, 'compiled') })
for (const group of groups) await measure(group)

async function measure(group: Group): Promise<void> {
  const { tests, mutate } = GROUPS[group]
  process.env['FUELCARD_MUTANTS'] = tests.join(',')
  const stryker = new Stryker({
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'test/mutants/vitest.config.ts', related: false },
    mutate: files.length > 0 ? files : [...mutate],
    coverageAnalysis: 'perTest',
    // A value made when a module loads can't be changed for one test alone.
    ignoreStatic: true,
    // More than the cores: what waits for something that a mutant prevents needs none.
    concurrency: 5,
    // Beyond the tests' own timeouts, so that only an endless loop runs into it, never a busy machine.
    timeoutMS: 180_000,
    incremental: true,
    incrementalFile: `test/output/mutants-${group}.known.json`,
    dryRunTimeoutMinutes: 30,
    ignorePatterns: ['out', 'test/output', 'docs'],
    tempDirName: 'test/output/mutants',
    // TypeScript 7 has no programming interface that Stryker could read the real one with; no test needs it.
    tsconfigFile: 'none',
    reporters: ['clear-text', 'progress-append-only', 'json'],
    jsonReporter: { fileName: `test/output/mutants-${group}.json` },
    thresholds: { high: 95, low: WANTED_PERCENT, break: null },
  })
  await stryker.runMutationTest()
}
