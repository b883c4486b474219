// @ts-check
// Loaded before the built command line (`npm run cli`): says what to do if there is no build.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

if (!existsSync(fileURLToPath(new URL('../../out/main/cli.js', import.meta.url)))) {
  process.stderr.write('The command line is not built yet. Run "npm run build" once, then repeat the command.\n')
  process.exit(3)
}
