// `npm test`: every check, the quickest first. A failure stops only what depends on it; all failures are listed at the end.
// `npm test -- --changed`: what the change since the branch's start affects.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../built/modules.ts'
import { changedSteps } from './changed.ts'
import type { Counts } from './reports.ts'
import { browserStep, OUTPUT, vitestStep, type Step } from './step.ts'

const EVERYTHING: readonly Step[] = [
  { name: 'Type check', script: 'typescript/bin/tsc', words: ['--noEmit', '-p', '.'] },
  { name: 'Format', script: 'oxfmt/bin/oxfmt', words: ['--check'] },
  { name: 'Lint and layer rule', script: 'oxlint/bin/oxlint', words: ['--type-aware'] },
  { name: 'Unused code', script: 'knip/bin/knip.js', words: [] },
  { name: 'Build', script: 'electron-vite/bin/electron-vite.js', words: ['build', '--logLevel', 'warn'], needed: true },
  vitestStep('Unit, API, fault and desktop tests'),
  browserStep('Desktop app on built bundles', 'test/desktop'),
  browserStep('Browser tests', 'test/browser'),
]

mkdirSync(OUTPUT, { recursive: true })
const total: Counts = { passed: 0, failed: [], skipped: 0 }
for (const step of process.argv.includes('--changed') ? changedSteps() : EVERYTHING)
  if (!runStep(step) && step.needed === true) break
for (const title of total.failed) console.log(`failed: ${title}`)
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
console.log(`${total.passed} passed, ${total.failed.length} failed${skipped}`)
process.exitCode = total.failed.length > 0 ? 1 : 0

function runStep({ name, script, words, environment, counts }: Step): boolean {
  console.log(`\n── ${name}`)
  if (counts !== undefined) rmSync(counts.file, { force: true })
  const started = performance.now()
  const { status } = spawnSync(process.execPath, [join(ROOT, 'node_modules', script), ...words], {
    cwd: ROOT,
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
