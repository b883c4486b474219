// `npm run mutants [domain|engine] [files]`: changes the code in small ways, one at a time, and looks whether a test notices.
// Minutes for the domain, hours for the engine; never part of `npm test`. Survivors are printed with what was changed.
import { join } from 'node:path'
import { Stryker } from '@stryker-mutator/core'

const WANTED_PERCENT = 90

/** What is changed, and the tests that have to notice: the rules, and the parts where a quiet change would cost fuel, money or trust. */
const GROUPS = {
  domain: {
    tests: 'test/unit/domain',
    mutate: [
      'src-main/domain/{card,card-refusal,card-events,card-list,name-forms,text,wish,reconcile,at-provider,retry-schedule,push-schedule,sync-schedule,webhook-url,simulated-event,uuid}.ts',
    ],
  },
  engine: {
    tests: 'test/unit/engine',
    mutate: [
      'src-main/engine/webhooks/{delivery-outcome,endings,signature,verify}.ts',
      'src-main/engine/kernel/jobs/*.ts',
      'src-main/engine/sync/push/{push-outcome,portal-health,push-handler,drift,confirmation}.ts',
      'src-main/engine/sync/pull/{gone-cards,pull-plan}.ts',
      'src-main/engine/access/api-keys.ts',
      'src-main/engine/kernel/answer-once.ts',
      'src-main/engine/kernel/audit/verify-chain.ts',
      'src-main/engine/kernel/live.ts',
    ],
  },
} as const satisfies Record<string, { tests: string; mutate: readonly string[] }>

type Group = keyof typeof GROUPS

const root = join(import.meta.dirname, '../..')
process.chdir(root)
const [asked, ...files] = process.argv.slice(2)
const groups = (Object.keys(GROUPS) as Group[]).filter((group) => asked === undefined || asked === group)
for (const group of groups) await measure(group)

async function measure(group: Group): Promise<void> {
  const { tests, mutate } = GROUPS[group]
  process.env['FUELCARD_MUTANTS'] = tests
  const stryker = new Stryker({
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'test/mutants/vitest.config.ts', related: false },
    mutate: files.length > 0 ? files : [...mutate],
    coverageAnalysis: 'perTest',
    // A value made when a module loads can't be changed for one test alone.
    ignoreStatic: true,
    concurrency: 2,
    timeoutMS: 60_000,
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
