import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'
import { guidePages } from './resources/guide-pages.ts'
import { noteBundledPackages } from './resources/package/bundled-packages.ts'
import { CALL_NEEDS } from './src-renderer/client/call-needs.ts'

const here = import.meta.dirname
/**
 * To import a module of Node's reads all of its names, and some of them load other modules at that moment: a seventh of
 * a start. In the bundle only what is used is read, except before the command line has found its Node recent enough.
 */
const plainBuiltins: Plugin = {
  name: 'plain-builtins',
  renderChunk(code, { fileName }, _options, { chunks }) {
    const first = Object.values(chunks).find(({ isEntry, name }) => isEntry && name === 'cli')
    if (first !== undefined && [first.fileName, ...first.imports].includes(fileName)) return null
    const plain = code.replaceAll(
      /^import (?:([\w$]+),? )?(?:\{ ([^}]+) \} )?from "(node:[\w/]+)";$/gm,
      (_line, whole: string | undefined, names: string | undefined, module: string) => {
        const builtin = `globalThis.process.getBuiltinModule("${module}")`
        return [
          ...(whole === undefined ? [] : [`const ${whole} = ${builtin};`]),
          ...(names === undefined ? [] : [`const { ${names.replaceAll(' as ', ': ')} } = ${builtin};`]),
        ].join(' ')
      },
    )
    // Each line stays where it was.
    return { code: plain, map: null }
  },
}

/**
 * fflate declares a `require` of its own, and electron-vite another one at the top of the same file: a syntax error.
 */
const oneRequire: Plugin = {
  name: 'one-require',
  transform: (code, id) =>
    id.endsWith('/fflate/esm/index.mjs')
      ? { code: code.replace(/^var require = /m, 'var load = ').replace('_a = require(', '_a = load('), map: null }
      : null,
}

/** The reference's two files of 12 MB, and the licences of what they contain: an installation needs no more of it. */
const apiReference: Plugin = {
  name: 'api-reference',
  buildStart() {
    for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt']) {
      const file = resolve(here, 'node_modules/swagger-ui-dist', name)
      this.emitFile({
        type: 'asset',
        fileName: `reference/${name}`,
        originalFileName: file,
        source: readFileSync(file),
      })
    }
  },
}

/** The contract's needs by themselves: with its schemas, the page would load 100 kB more. */
const callNeeds: Plugin = {
  name: 'call-needs',
  enforce: 'pre',
  load: (id) =>
    id === resolve(here, 'src-renderer/client/call-needs.ts')
      ? `export const CALL_NEEDS = ${JSON.stringify(CALL_NEEDS)}`
      : null,
}

export default defineConfig({
  main: {
    plugins: [plainBuiltins, oneRequire, apiReference, noteBundledPackages(resolve(here, 'out/packages/main.json'))],
    build: {
      outDir: 'out/main',
      sourcemap: true,
      // One file is read sooner than a thousand. Only `dependencies` stay outside: an addon, the log's worker, and
      // files that are served as they are. What is bundled is a development dependency: nobody installs it.
      rollupOptions: {
        // Two programs (the desktop app and the command line) and their worker threads share the engine.
        input: {
          desktop: resolve(here, 'src-main/desktop/program.ts'),
          cli: resolve(here, 'src-main/headless/cli.ts'),
          'check-worker': resolve(here, 'src-main/database/sqlite/check-worker.ts'),
          'password-worker': resolve(here, 'src-main/engine/sign-in/password-worker.ts'),
          'reader-worker': resolve(here, 'src-main/database/sqlite/reader-worker.ts'),
          'snapshot-worker': resolve(here, 'src-main/database/sqlite/snapshot-worker.ts'),
          'xlsx-worker': resolve(here, 'src-main/engine/cards/files/xlsx/xlsx-worker.ts'),
        },
        // Flat file names: the worker is found beside whatever chunk starts it. Comments would be an eighth of the program;
        // the licences are in `out/licences.txt`.
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: 'chunk-[name]-[hash].js',
          comments: false,
        },
      },
    },
  },
  preload: {
    plugins: [noteBundledPackages(resolve(here, 'out/packages/preload.json'))],
    build: {
      outDir: 'out/preload',
      // A sandboxed preload can require nothing but electron: everything else is bundled into one CommonJS file.
      externalizeDeps: false,
      rollupOptions: {
        input: { index: resolve(here, 'src-preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs', comments: false },
      },
    },
  },
  renderer: {
    root: 'src-renderer',
    build: {
      outDir: 'out/renderer',
      minify: true,
      // One style sheet, there from the start: a part that is fetched later never waits for one, nor is drawn without.
      cssCodeSplit: false,
      rollupOptions: { input: { index: resolve(here, 'src-renderer/index.html') } },
    },
    plugins: [guidePages(), callNeeds, react(), noteBundledPackages(resolve(here, 'out/packages/renderer.json'))],
  },
})
