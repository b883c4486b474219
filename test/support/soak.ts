// `npm run soak [rounds]`: the fault tests at length (200 rounds by default), which `npm test` runs in short form.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const rounds = process.argv[2] ?? '200'
const { status } = spawnSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', 'test/faults', '--test-timeout=0'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, FUELCARD_SOAK_ROUNDS: rounds },
})
process.exitCode = status ?? 1
