// `npm run soak [minutes]`: the kill, fault and fuzz tests over the built program again and again, 30 minutes by
// default; `npm test` runs them in short form. Ends with a summary, and each failed test.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const ROUNDS = 6
const REQUESTS = 20_000
const CLERK_ACTIONS = 5_000
/** No test takes longer, unless what it waits for never comes. */
const TEST_LIMIT_MS = 10 * 60_000
const TESTS = [
  'test/faults',
  'test/api/fuzz.test.ts',
  'test/api/concurrency.test.ts',
  'test/unit/bridge/random-clerk.test.ts',
  'test/unit/engine/bulk/bulk-job.test.ts',
  'test/unit/engine/sync/push/push-property.test.ts',
]

const root = join(import.meta.dirname, '../../..')
const report = join(root, 'test/output/soak.json')
const minutes = Number(process.argv[2] ?? 30)
if (!(minutes > 0)) throw new Error('Say for how many minutes, as in "npm run soak 30"')
mkdirSync(join(root, 'test/output'), { recursive: true })

const ends = performance.now() + minutes * 60_000
const failed: string[] = []
let [passes, passed] = [0, 0]
while (performance.now() < ends) {
  rmSync(report, { force: true })
  const { status } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      ...TESTS,
      `--test-timeout=${TEST_LIMIT_MS}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        FUELCARD_SOAK_ROUNDS: String(ROUNDS),
        FUELCARD_CLUSTER_ROUNDS: String(ROUNDS),
        FUELCARD_SOAK_REQUESTS: String(REQUESTS),
        FUELCARD_CLERK_ACTIONS: String(CLERK_ACTIONS),
      },
    },
  )
  const { numPassedTests, testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    numPassedTests: number
    testResults: { assertionResults: { fullName: string; status: string }[] }[]
  }
  const titles = testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter((test) => test.status === 'failed').map(({ fullName }) => fullName),
  )
  passes += 1
  passed += numPassedTests
  failed.push(...(status !== 0 && titles.length === 0 ? ['a file does not load'] : titles))
}
for (const title of failed) console.log(`failed: ${title}`)
console.log(
  `Soaked for ${minutes} minutes: ${passes} passes, ${passed} tests, ${passes * REQUESTS} hostile requests, ${passes * ROUNDS} rounds of each kill test`,
)
console.log(`${passed} passed, ${failed.length} failed`)
process.exitCode = failed.length === 0 ? 0 : 1
