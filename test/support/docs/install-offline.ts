// `npm install NAME…` for a reader without a registry: links the packages that this repository has.
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from '../built/modules.ts'

const CLIENT = '@fuelcard-desk/client'

for (const word of process.argv.slice(2).filter((given) => !given.startsWith('-'))) {
  // The client that `npm pack` has packed; what is in the archive, `test/client/package.test.ts` checks.
  const name = /fuelcard-desk-client-\S+\.tgz$/.test(word) && existsSync(word) ? CLIENT : word
  const source = join(ROOT, name === CLIENT ? 'src-client' : join('node_modules', name))
  if (!existsSync(source)) {
    process.stderr.write(`${name} is no package of this repository, and would need a registry\n`)
    process.exit(99)
  }
  const link = join(process.cwd(), 'node_modules', name)
  mkdirSync(dirname(link), { recursive: true })
  if (!existsSync(link)) symlinkSync(source, link)
}
