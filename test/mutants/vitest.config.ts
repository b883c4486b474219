import { defineConfig } from 'vitest/config'

/** Only what meets the source in its own process: a mutant is never in what is built. */
export default defineConfig({
  test: {
    include: [`${process.env['FUELCARD_MUTANTS'] ?? 'test/unit/domain'}/**/*.test.ts`],
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
