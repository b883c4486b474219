// `npm run coverage [paths]`: the unit, API, fault and desktop tests against the source, since coverage needs its
// lines. `npm test` runs the API and fault tests against the built program.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')
const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--coverage', ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, FUELCARD_TEST_SOURCE: '1' },
  },
)
process.exitCode = status ?? 1
