import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { BUILT_MODULES, entryName, modulesUnderTest, ROOT } from './modules.ts'

/** Gives the tests the built module wherever they import one of the source: what is tested is what a user gets. */
export function builtInsteadOfSource(): Plugin {
  const built = new Map(modulesUnderTest().map((file) => [file, join(BUILT_MODULES, `${entryName(file)}.js`)]))
  return {
    name: 'built-instead-of-source',
    enforce: 'pre',
    resolveId: (target, importer) => {
      if (importer === undefined || !target.startsWith('.') || !importer.startsWith(join(ROOT, 'test'))) return null
      const file = built.get(resolve(importer, '..', target))
      // Read by Node itself, as the program is: nothing transforms it once more.
      return file === undefined ? null : { id: file, external: true }
    },
  }
}
