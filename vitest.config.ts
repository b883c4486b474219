import { defineConfig } from 'vitest/config'
import { builtInsteadOfSource } from './test/support/built/instead-of-source.ts'

/** Set for a coverage run: the same tests against the source, which alone has lines to count. */
const fromSource = process.env['FUELCARD_TEST_SOURCE'] === '1'

export default defineConfig({
  test: {
    // Real SQLite with fsync on two cores: a file at a time per core, and room for the slow ones.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: ['default'],
    coverage: {
      include: ['src-main/**/*.ts'],
      reporter: ['text-summary', 'html'],
      reportsDirectory: 'test/output/coverage',
    },
    globalSetup: ['test/support/built/build.ts'],
    projects: [
      { extends: true, test: { name: 'source', include: ['test/{unit,desktop}/**/*.test.ts'] } },
      {
        extends: true,
        plugins: fromSource ? [] : [builtInsteadOfSource()],
        test: { name: 'built', include: ['test/{api,faults}/**/*.test.ts'] },
      },
    ],
  },
})
