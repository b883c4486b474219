import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../built/modules.ts'
import { temporaryFolder } from '../folder.ts'
import { treatmentOf } from './directives.ts'
import type { Page } from './page.ts'

/** What the compiler says of the TypeScript on these pages, with the place of each block; empty if nothing. */
export function typeErrors(pages: readonly Page[]): string {
  const folder = temporaryFolder()
  const packages = join(folder, 'node_modules')
  mkdirSync(join(packages, '@fuelcard-desk'), { recursive: true })
  symlinkSync(join(ROOT, 'src-client'), join(packages, '@fuelcard-desk/client'))
  symlinkSync(join(ROOT, 'node_modules/@types'), join(packages, '@types'))
  const blocks = pages
    .flatMap((page) => page.blocks)
    .filter((block) => block.language === 'ts' && treatmentOf(block).notRun === null)
  const files = blocks.map(({ place, code }) => {
    const name = `${place.replaceAll(/[^\w.]/g, '-')}.mts`
    writeFileSync(join(folder, name), code)
    return name
  })
  const options = [
    '--noEmit',
    '--strict',
    '--module',
    'NodeNext',
    '--target',
    'ES2024',
    '--types',
    'node',
    '--skipLibCheck',
  ]
  const { stdout } = spawnSync(
    process.execPath,
    [join(ROOT, 'node_modules/typescript/bin/tsc'), ...options, ...files],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  )
  return stdout
}
