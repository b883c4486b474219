import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const PACKAGE = join(import.meta.dirname, '..')
const COMPILER = join(PACKAGE, '../node_modules/typescript/bin/tsc')

/** Compiles the client into `dist/`, as ES modules and as CommonJS. Throws what the compiler says. */
export function compileClient(): void {
  rmSync(join(PACKAGE, 'dist'), { recursive: true, force: true })
  for (const format of ['esm', 'cjs']) {
    const words = [COMPILER, '-p', join(PACKAGE, `build/tsconfig.${format}.json`)]
    const { status, stdout } = spawnSync(process.execPath, words, { encoding: 'utf8' })
    if (status !== 0) throw new Error(`The client does not compile:\n${stdout}`)
    declareLikeEmitted(join(PACKAGE, 'dist', format))
  }
  // The package is made of ES modules; these are not.
  writeFileSync(join(PACKAGE, 'dist/cjs/package.json'), '{ "type": "commonjs" }\n')
}

/** The compiler renames imports in code only; older ones look for what declarations name. */
function declareLikeEmitted(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.d.ts')) continue
    const file = join(folder, name)
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/ from '(\.[^']+)\.ts'/g, " from '$1.js'"))
  }
}
