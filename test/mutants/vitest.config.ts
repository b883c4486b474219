import { defineConfig } from 'vitest/config'

/** Only what meets the source in its own process: a mutant is never in what is built. */
const tests = (process.env['FUELCARD_MUTANTS'] ?? 'test/unit/domain').split(',')

export default defineConfig({
  test: {
    include: tests.map((place) => (place.endsWith('.ts') ? place : `${place}/**/*.test.ts`)),
    // Random cases: each mutant would meet others, and each takes as long as all other tests together.
    exclude: ['**/push-property.test.ts'],
    // All modules anew for each file would take longer than its tests.
    isolate: false,
    // A mutant is killed by what a test sees, never by a machine that is busy with something else.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } },
  },
})
