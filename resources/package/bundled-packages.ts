import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Writes down which packages a bundle contains, as folders below the project (`node_modules/react`): the licences of
 * all that is shipped are gathered from these lists (`licences.ts`).
 */
export function noteBundledPackages(file: string): Plugin {
  return {
    name: 'note-bundled-packages',
    generateBundle(_options, bundle) {
      // Fonts are files that only a style sheet names.
      const files = Object.values(bundle).flatMap((part) => (part.type === 'asset' ? part.originalFileNames : []))
      const packages = new Set([...this.getModuleIds(), ...files].map(packageOf).filter((name) => name !== null))
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, `${JSON.stringify([...packages].toSorted(), null, 2)}\n`)
    },
  }
}

/** Plugins mark their own modules with a leading NUL, and append queries to the names of others. */
function packageOf(module: string): string | null {
  const path = module.replaceAll('\\', '/').replace(/^\0/, '').replace(/\?.*$/, '')
  return /(?:^|\/)(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? null
}
