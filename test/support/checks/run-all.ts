// `npm test`: every check, and all tests but the drills. A failure stops only what depends on it; all failures are
// listed at the end. `npm test -- --changed`: only what the branch's changes affect. `npm run drills`: the drills.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../built/modules.ts'
import { changedSteps } from './changed.ts'
import type { Counts } from './reports.ts'
import { makeScratchFolder } from './scratch.ts'
import {
  browserStep,
  BUILD,
  NO_BROWSER_DRILLS,
  NO_DESKTOP_DRILLS,
  NO_DRILLS,
  OUTPUT,
  vitestStep,
  type Step,
} from './step.ts'

/** With several cores both compilers check the types that parts share once a core, and end no sooner. */
const ONE_CORE = { GOMAXPROCS: '1' }
const CHECKS: readonly Step[] = [
  { name: 'Format', script: 'oxfmt/bin/oxfmt', words: ['--check'] },
  {
    name: 'Type check',
    script: 'typescript/bin/tsc',
    words: ['--noEmit', '--singleThreaded', '-p', '.'],
    environment: ONE_CORE,
  },
  {
    name: 'Lint and layer rule',
    script: 'oxlint/bin/oxlint',
    words: ['--type-aware', '--threads=1'],
    environment: ONE_CORE,
  },
  { name: 'Unused code', script: 'knip/bin/knip.js', words: [] },
]

/**
 * The unit tests wait a sixth of their time for timers, disks and processes; two suites in full would only slow each
 * other.
 */
const BESIDE_EACH_OTHER: readonly (readonly Step[])[] = [
  [vitestStep('Unit, API, fault and desktop tests', ...NO_DRILLS)],
  [...CHECKS, browserStep('Desktop app on built bundles', 'test/desktop', ...NO_DESKTOP_DRILLS, '--workers', '1')],
]
const BROWSER_TESTS = browserStep('Browser tests', 'test/browser', ...NO_BROWSER_DRILLS)

/**
 * What is killed, restored, packed, documented, or stands behind a balancer: one after the other, each with the machine
 * to itself. Then a team at work, what only a team sees, and every screen at every size, for every role, in both
 * themes.
 */
const DRILLS: readonly Step[] = [
  BUILD,
  vitestStep('Drills', '--project', 'drills', '--maxWorkers', '1'),
  browserStep('A team at work', 'test/desktop', '--project', 'drills'),
  browserStep('What a team sees, and walks through every screen', 'test/browser', '--project=team', '--project=walks'),
]

const running = new Set<ChildProcess>()
let isInterrupted = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    isInterrupted = true
    for (const child of running) child.kill(signal)
  })
mkdirSync(OUTPUT, { recursive: true })
const scratch = makeScratchFolder()
const total: Counts = { passed: 0, failed: [], skipped: 0 }
if (process.argv.includes('--changed')) await runInTurn(changedSteps())
else if (process.argv.includes('--drills')) await runInTurn(DRILLS)
else if (await runInTurn([BUILD])) {
  await Promise.all(BESIDE_EACH_OTHER.map((steps, lane) => runInTurn(steps, lane > 0)))
  await runInTurn([BROWSER_TESTS])
}
rmSync(scratch, { recursive: true, force: true })
for (const title of total.failed) console.log(`failed: ${title}`)
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
console.log(`${total.passed} passed, ${total.failed.length} failed${skipped}`)
if (isInterrupted) console.log('interrupted: not everything ran')
process.exitCode = total.failed.length > 0 || isInterrupted ? 1 : 0

/** @returns whether later steps make sense */
async function runInTurn(steps: readonly Step[], quietly = false): Promise<boolean> {
  for (const step of steps) {
    if (isInterrupted) return false
    if (!(await runStep(step, quietly)) && step.needed === true) return false
  }
  return !isInterrupted
}

/** @param quietly shows the output only once the step has ended, so that it does not mix with another's */
async function runStep({ name, script, words, environment, counts }: Step, quietly: boolean): Promise<boolean> {
  const heading = `\n── ${name}`
  if (!quietly) console.log(heading)
  if (counts !== undefined) rmSync(counts.file, { force: true })
  const started = performance.now()
  const log = quietly ? openSync(join(scratch, `${name}.log`), 'w+') : null
  const child = spawn(process.execPath, [join(ROOT, 'node_modules', script), ...words], {
    cwd: ROOT,
    stdio: ['inherit', log ?? 'inherit', log ?? 'inherit'],
    env: { ...process.env, TMPDIR: scratch, NODE_COMPILE_CACHE: join(scratch, 'compiled'), ...environment },
  })
  running.add(child)
  const [status] = (await once(child, 'exit')) as [number | null]
  running.delete(child)
  if (log !== null) {
    console.log(`${heading}\n${readFileSync(join(scratch, `${name}.log`), 'utf8')}`)
    closeSync(log)
  }
  console.log(
    `── ${name}: ${status === 0 ? 'done' : 'failed'} in ${((performance.now() - started) / 1000).toFixed(1)} s`,
  )
  const counted =
    counts !== undefined && existsSync(counts.file)
      ? counts.read(JSON.parse(readFileSync(counts.file, 'utf8')))
      : { passed: 0, failed: [], skipped: 0 }
  total.passed += counted.passed
  total.skipped += counted.skipped
  // A step that fails outside any test, such as by a file that does not load, is a failure as well.
  const failed = status !== 0 && counted.failed.length === 0 ? ['see above'] : counted.failed
  total.failed.push(...failed.map((title) => `${name}: ${title}`))
  return status === 0
}
