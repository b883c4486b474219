// `npm test`: every check, in the order of how soon it tells something. A part that fails keeps no other from running; all that failed is named at the end.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'

interface Step {
  name: string
  /** The script of a package below node_modules, and its words. */
  script: string
  words: string[]
  environment?: Record<string, string>
  /** Where it counts its tests, and how to read them; a step without tests counts only when it fails. */
  counts?: { file: string; read: (report: unknown) => Counts }
  /** The parts after it stand on it: without a build there is nothing to test. */
  needed?: true
}

interface Counts {
  passed: number
  /** The title of each test that failed. */
  failed: string[]
  skipped: number
}

const root = join(import.meta.dirname, '../../..')
const output = join(root, 'test/output')
const unitReport = join(output, 'vitest.json')
const browserReport = join(output, 'playwright.json')
const desktopReport = join(output, 'playwright-desktop.json')

const steps: Step[] = [
  { name: 'Type check', script: 'typescript/bin/tsc', words: ['--noEmit', '-p', '.'] },
  { name: 'Format', script: 'oxfmt/bin/oxfmt', words: ['--check'] },
  { name: 'Lint and layer rule', script: 'oxlint/bin/oxlint', words: ['--type-aware'] },
  { name: 'Unused code', script: 'knip/bin/knip.js', words: [] },
  { name: 'Build', script: 'electron-vite/bin/electron-vite.js', words: ['build', '--logLevel', 'warn'], needed: true },
  {
    name: 'Unit, API, fault and desktop tests',
    script: 'vitest/vitest.mjs',
    words: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`],
    counts: { file: unitReport, read: vitestCounts },
  },
  playwrightStep('Desktop app on built bundles', 'test/desktop', desktopReport),
  playwrightStep('Browser tests', 'test/browser', browserReport),
]

const total: Counts = { passed: 0, failed: [], skipped: 0 }
mkdirSync(output, { recursive: true })
for (const step of steps) if (!runStep(step) && step.needed === true) break
for (const title of total.failed) console.log(`failed: ${title}`)
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
console.log(`${total.passed} passed, ${total.failed.length} failed${skipped}`)
process.exitCode = total.failed.length > 0 ? 1 : 0

function runStep({ name, script, words, environment, counts }: Step): boolean {
  console.log(`\n── ${name}`)
  if (counts !== undefined) rmSync(counts.file, { force: true })
  const started = performance.now()
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules', script), ...words], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  })
  console.log(
    `── ${name}: ${status === 0 ? 'done' : 'failed'} in ${((performance.now() - started) / 1000).toFixed(1)} s`,
  )
  const counted =
    counts !== undefined && existsSync(counts.file)
      ? counts.read(JSON.parse(readFileSync(counts.file, 'utf8')))
      : { passed: 0, failed: [], skipped: 0 }
  total.passed += counted.passed
  total.skipped += counted.skipped
  // A step that fails outside any test, such as a file that does not load, is a failure all the same.
  const failed = status !== 0 && counted.failed.length === 0 ? ['see above'] : counted.failed
  total.failed.push(...failed.map((title) => `${name}: ${title}`))
  return status === 0
}

function playwrightStep(name: string, folder: string, report: string): Step {
  return {
    name,
    script: '@playwright/test/cli.js',
    words: ['test', '-c', folder, '--reporter=list,json'],
    environment: { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    counts: { file: report, read: playwrightCounts },
  }
}

function vitestCounts(report: unknown): Counts {
  const { numPassedTests, numPendingTests, numTodoTests, testResults } = report as VitestReport
  const failed = testResults.flatMap((file) => {
    const titles = file.assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName)
    // A file that does not load has no test that failed.
    return (titles.length === 0 && file.status === 'failed' ? ['does not load'] : titles).map(
      (title) => `${relative(root, file.name)} › ${title}`,
    )
  })
  return { passed: numPassedTests, failed, skipped: numPendingTests + numTodoTests }
}

interface VitestReport {
  numPassedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[]
}

interface Suite {
  suites?: Suite[]
  specs?: Spec[]
}

interface Spec {
  title: string
  file: string
  tests: { status: string; projectName: string; annotations: { type: string; description?: string }[] }[]
}

function specsOf(suite: Suite): Spec[] {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]
}

/** Says aloud what was left out and why, and what passed only when it was tried again: neither must look like a test that passes. */
function tellDoubts(specs: readonly Spec[]): void {
  for (const { title, tests } of specs) {
    for (const test of tests.filter(({ status }) => status === 'flaky'))
      console.log(`   passed only at the second attempt [${test.projectName}] ${title}`)
    for (const test of tests.filter(({ status }) => status === 'skipped')) {
      const why = test.annotations.find(({ type }) => type === 'skip')?.description ?? 'no reason given'
      console.log(`   skipped [${test.projectName}] ${title}: ${why}`)
    }
  }
}

function playwrightCounts(report: unknown): Counts {
  const specs = specsOf(report as Suite)
  tellDoubts(specs)
  const { expected, flaky, skipped } = (report as { stats: Record<'expected' | 'flaky' | 'skipped', number> }).stats
  const failed = specs.flatMap(({ file, title, tests }) =>
    tests.filter(({ status }) => status === 'unexpected').map(() => `${file} › ${title}`),
  )
  return { passed: expected + flaky, failed, skipped }
}
