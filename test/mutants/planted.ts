// `npm run planted [part of a kind]`: plants faults in copies of the built program, one at a time, and looks
// whether the rounds of two instances (test/faults/cluster) notice. Never part of `npm test`: about a minute for each.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import buildWhatIsTested from '../support/built/build.ts'
import { PLANTS, type Plant } from './plants.ts'

const ROUNDS = 10
const SEED = process.env['FUELCARD_CLUSTER_SEED'] ?? '1'

const root = join(import.meta.dirname, '../..')
process.chdir(root)
const [asked = ''] = process.argv.slice(2)
const plants = PLANTS.filter(({ kind }) => kind.includes(asked))
if (plants.length === 0) throw new Error(`There is none of: ${PLANTS.map(({ kind }) => kind).join('; ')}`)
await buildWhatIsTested()
mkdirSync(join(root, 'test/output'), { recursive: true })
for (const plant of plants) {
  // Within the project, where the program finds its packages.
  const copy = mkdtempSync(join(root, 'test/output/planted-'))
  try {
    for (const name of ['out', 'resources', 'package.json'])
      cpSync(join(root, name), join(copy, name), { recursive: true })
    change(join(copy, 'out/main'), plant)
    report(plant, runRounds(join(copy, 'out/main/cli.js'), join(copy, 'report.json')))
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

function change(folder: string, { kind, changes }: Plant): void {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .map((name) => join(folder, name))
  for (const [text, instead] of changes) {
    const found = files.filter((file) => readFileSync(file, 'utf8').includes(text))
    const [file] = found
    const parts = file === undefined ? [] : readFileSync(file, 'utf8').split(text)
    if (file === undefined || found.length > 1 || parts.length !== 2)
      throw new Error(`Cannot plant "${kind}": the build does not have this once: ${text}`)
    writeFileSync(file, parts.join(instead))
  }
}

/** The failures of the rounds with this program; null if they passed. */
function runRounds(program: string, file: string): string | null {
  const { status } = spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project=drills',
      'test/faults/cluster/rounds.test.ts',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        FUELCARD_PROGRAM: program,
        FUELCARD_CLUSTER_ROUNDS: String(ROUNDS),
        FUELCARD_CLUSTER_SEED: SEED,
      },
    },
  )
  if (status === 0) return null
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as {
    testResults: { message: string; assertionResults: { failureMessages: string[] }[] }[]
  }
  return testResults
    .flatMap(({ message, assertionResults }) => [message, ...assertionResults.flatMap((one) => one.failureMessages)])
    .join('\n')
}

function report({ kind, shows }: Plant, failure: string | null): void {
  const isCaught = failure !== null && shows.test(failure)
  console.log(`${isCaught ? 'caught' : 'NOT CAUGHT'}: ${kind}`)
  const lines = failure?.split('\n') ?? ['The rounds passed.']
  console.log(`  ${(lines.find((line) => shows.test(line)) ?? lines.slice(0, 12).join('\n')).trim()}`)
  if (!isCaught) process.exitCode = 1
}
