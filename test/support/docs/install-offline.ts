// `npm install NAME…` for a reader without a registry: links the packages that this repository has.
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from '../built/modules.ts'

/** The client is what `npm run build:client` makes. */
const OWN: Readonly<Record<string, string>> = { '@fuelcard-desk/client': 'src-client' }

for (const name of process.argv.slice(2).filter((word) => !word.startsWith('-'))) {
  const source = join(ROOT, OWN[name] ?? join('node_modules', name))
  if (!existsSync(source)) {
    process.stderr.write(`${name} is no package of this repository, and would need a registry\n`)
    process.exit(99)
  }
  const link = join(process.cwd(), 'node_modules', name)
  mkdirSync(dirname(link), { recursive: true })
  if (!existsSync(link)) symlinkSync(source, link)
}
