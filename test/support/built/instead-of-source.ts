import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { BUILT_MODULES, CLIENT, entryName, modulesUnderTest, ROOT } from './modules.ts'

/** Gives tests the built module in place of every source module they import: they test what users get. */
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
      // Loaded by Node itself, like the program, without another transformation.
      return file === undefined ? null : { id: file, external: true }
    },
  }
}
