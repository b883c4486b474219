import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

export const ROOT = join(import.meta.dirname, '../../..')
/** The same tests against the source: only it has lines to cover, and imports that show what a change affects. */
export const FROM_SOURCE = process.env['FUELCARD_TEST_SOURCE'] === '1'
export const BUILT_MODULES = join(ROOT, 'out/test')
/** The client's source, and its built output in the package. */
export const CLIENT = { source: join(ROOT, 'src-client/src'), built: join(ROOT, 'src-client/dist/esm') }
/** Where tests run against the built modules: their own files, and those they share. */
const FOLDERS = ['test/api', 'test/client', 'test/docs', 'test/faults', 'test/support']

/** Every source module that these tests import for more than its types, as absolute paths. */
export function modulesUnderTest(): string[] {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(ROOT, folder, name)),
  )
  const imported = files.filter((file) => file.endsWith('.ts')).flatMap((file) => importsOf(file))
  return [...new Set(imported)].toSorted()
}

/** A module's name among the built ones. */
export function entryName(file: string): string {
  return relative(ROOT, file).replaceAll(/[\\/]/g, '--').replace(/\.ts$/, '')
}

function importsOf(file: string): string[] {
  const imports = readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type )[^']*from '(\.[^']+\.ts)'/gm)
  return [...imports]
    .map(([, target = '']) => resolve(dirname(file), target))
    .filter((target) => target.startsWith(join(ROOT, 'src-main')))
}
