import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { builtInsteadOfSource } from './test/support/built/instead-of-source.ts'
import { FROM_SOURCE, ROOT } from './test/support/built/modules.ts'

/** They replace modules, or speak a language that the page's modules keep: no other file may share those. */
const isolated = readdirSync(join(ROOT, 'test/unit'), { recursive: true, encoding: 'utf8' })
  .map((name) => `test/unit/${name}`)
  .filter((file) => file.endsWith('.test.ts'))
  .filter((file) => file.includes('/renderer/') || /\bvi\.(mock|doMock)\(/.test(readFileSync(join(ROOT, file), 'utf8')))

export default defineConfig({
  test: {
    // Real SQLite with fsync on two cores: a file at a time per core, and room for the slow ones.
    maxWorkers: 2,
    // A process and all modules anew for each file would be a third of the run's CPU time.
    isolate: false,
    // Only what hangs may meet these: a busy machine takes many times as long.
    testTimeout: 240_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    reporters: ['default'],
    // With --changed, a change here or in package.json does not run everything: `npm test` does.
    forceRerunTriggers: [],
    coverage: {
      include: ['src-main/**/*.ts'],
      reporter: ['text-summary', 'html'],
      reportsDirectory: 'test/output/coverage',
    },
    globalSetup: ['test/support/built/build.ts'],
    projects: [
      { extends: true, test: { name: 'source', include: ['test/unit/**/*.test.ts'], exclude: isolated } },
      { extends: true, test: { name: 'isolated', include: isolated, isolate: true } },
      {
        extends: true,
        plugins: FROM_SOURCE ? [] : [builtInsteadOfSource()],
        test: { name: 'built', include: ['test/{api,client,docs,faults,package}/**/*.test.ts'] },
      },
    ],
  },
})
