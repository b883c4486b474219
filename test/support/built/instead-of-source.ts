import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { BUILT_MODULES, CLIENT, entryName, modulesUnderTest, ROOT } from './modules.ts'

/** Gives the tests the built module wherever they import one of the source: what is tested is what a user gets. */
export function builtInsteadOfSource(): Plugin {
  const built = new Map(modulesUnderTest().map((file) => [file, join(BUILT_MODULES, `${entryName(file)}.js`)]))
  return {
    name: 'built-instead-of-source',
    enforce: 'pre',
    resolveId: (target, importer) => {
      if (importer === undefined || !target.startsWith('.') || !importer.startsWith(join(ROOT, 'test'))) return null
      const source = resolve(importer, '..', target)
      const file = source.startsWith(CLIENT.source)
        ? source.replace(CLIENT.source, CLIENT.built).replace(/\.ts$/, '.js')
        : built.get(source)
      // Read by Node itself, as the program is: nothing transforms it once more.
      return file === undefined ? null : { id: file, external: true }
    },
  }
}
