// `npm test`: every check, in the order of how soon it tells something. Stops at the first that fails.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

interface Step {
  name: string
  /** The script of a package below node_modules, and its words. */
  script: string
  words: string[]
  environment?: Record<string, string>
  /** Where it counts its tests, and how to read them; a step without tests counts only when it fails. */
  counts?: { file: string; read: (report: unknown) => Counts }
}

interface Counts {
  passed: number
  failed: number
  skipped: number
}

const root = join(import.meta.dirname, '../..')
const output = join(root, 'test/output')
const unitReport = join(output, 'vitest.json')
const browserReport = join(output, 'playwright.json')
const desktopReport = join(output, 'playwright-desktop.json')

const steps: Step[] = [
  { name: 'Type check', script: 'typescript/bin/tsc', words: ['--noEmit', '-p', '.'] },
  { name: 'Lint and layer rule', script: 'oxlint/bin/oxlint', words: ['--type-aware'] },
  { name: 'Build', script: 'electron-vite/bin/electron-vite.js', words: ['build', '--logLevel', 'warn'] },
  {
    name: 'Unit, API, fault and desktop tests',
    script: 'vitest/vitest.mjs',
    words: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`],
    counts: { file: unitReport, read: vitestCounts },
  },
  playwrightStep('Desktop app on built bundles', 'test/desktop', desktopReport),
  playwrightStep('Browser tests', 'test/browser', browserReport),
]

const total: Counts = { passed: 0, failed: 0, skipped: 0 }
mkdirSync(output, { recursive: true })
for (const step of steps) if (!runStep(step)) break
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`)
process.exitCode = total.failed > 0 ? 1 : 0

function runStep({ name, script, words, environment, counts }: Step): boolean {
  console.log(`\n── ${name}`)
  if (counts !== undefined) rmSync(counts.file, { force: true })
  const started = performance.now()
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules', script), ...words], { cwd: root, stdio: 'inherit', env: { ...process.env, ...environment } })
  console.log(`── ${name}: ${status === 0 ? 'done' : 'failed'} in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  const counted = counts !== undefined && existsSync(counts.file) ? counts.read(JSON.parse(readFileSync(counts.file, 'utf8'))) : { passed: 0, failed: 0, skipped: 0 }
  total.passed += counted.passed
  total.skipped += counted.skipped
  // A step that fails outside any test, such as a file that does not load, is a failure all the same.
  total.failed += status === 0 ? counted.failed : Math.max(1, counted.failed)
  return status === 0
}

function playwrightStep(name: string, folder: string, report: string): Step {
  return { name, script: '@playwright/test/cli.js', words: ['test', '-c', folder, '--reporter=list,json'], environment: { PLAYWRIGHT_JSON_OUTPUT_NAME: report }, counts: { file: report, read: playwrightCounts } }
}

function vitestCounts(report: unknown): Counts {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = report as Record<'numPassedTests' | 'numFailedTests' | 'numPendingTests' | 'numTodoTests', number>
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests }
}

interface Suite {
  suites?: Suite[]
  specs?: { title: string; tests: { status: string; projectName: string; annotations: { type: string; description?: string }[] }[] }[]
}

/** Says aloud what was left out and why, and what passed only when it was tried again: neither must look like a test that passes. */
function tellDoubts(suite: Suite): void {
  for (const spec of suite.specs ?? []) {
    for (const test of spec.tests.filter(({ status }) => status === 'flaky')) console.log(`   passed only at the second attempt [${test.projectName}] ${spec.title}`)
    for (const test of spec.tests.filter(({ status }) => status === 'skipped')) {
      const why = test.annotations.find(({ type }) => type === 'skip')?.description ?? 'no reason given'
      console.log(`   skipped [${test.projectName}] ${spec.title}: ${why}`)
    }
  }
  for (const inner of suite.suites ?? []) tellDoubts(inner)
}

function playwrightCounts(report: unknown): Counts {
  tellDoubts(report as Suite)
  const { expected, flaky, unexpected, skipped } = (report as { stats: Record<'expected' | 'flaky' | 'unexpected' | 'skipped', number> }).stats
  return { passed: expected + flaky, failed: unexpected, skipped }
}
