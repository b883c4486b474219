import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

const here = import.meta.dirname

export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      sourcemap: true,
      externalizeDeps: true,
      rollupOptions: {
        // Two programs (the desktop app and the command line) and their worker threads share the engine.
        input: {
          desktop: resolve(here, 'src-main/desktop/main.ts'),
          cli: resolve(here, 'src-main/headless/cli.ts'),
          'reader-worker': resolve(here, 'src-main/database/reader-worker.ts'),
          'snapshot-worker': resolve(here, 'src-main/database/snapshot-worker.ts'),
          'xlsx-worker': resolve(here, 'src-main/engine/cards/files/xlsx-worker.ts'),
        },
        // Flat file names: the worker is found beside whatever chunk starts it.
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunk-[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      // A sandboxed preload can require nothing but electron: everything else is bundled into one CommonJS file.
      externalizeDeps: false,
      rollupOptions: {
        input: { index: resolve(here, 'src-preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src-renderer',
    build: {
      outDir: 'out/renderer',
      minify: true,
      rollupOptions: { input: { index: resolve(here, 'src-renderer/index.html') } },
    },
    plugins: [react()],
  },
})
