import { defineConfig } from 'vitest/config'
import { builtInsteadOfSource } from './test/support/built/instead-of-source.ts'
import { FROM_SOURCE } from './test/support/built/modules.ts'

export default defineConfig({
  test: {
    // Real SQLite with fsync on two cores: a file at a time per core, and room for the slow ones.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
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
      { extends: true, test: { name: 'source', include: ['test/unit/**/*.test.ts'] } },
      {
        extends: true,
        plugins: FROM_SOURCE ? [] : [builtInsteadOfSource()],
        test: { name: 'built', include: ['test/{api,faults}/**/*.test.ts'] },
      },
    ],
  },
})
