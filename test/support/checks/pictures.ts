// `npm run pictures`: takes the documentation's pictures anew, from the built app with the demo fleet.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from '../built/modules.ts'

const { status } = spawnSync(
  process.execPath,
  [join(ROOT, 'node_modules/@playwright/test/cli.js'), 'test', '-c', 'test/browser', 'pictures', '--retries', '0'],
  { cwd: ROOT, stdio: 'inherit', env: { ...process.env, FUELCARD_PICTURES: 'write' } },
)
process.exitCode = status ?? 1
