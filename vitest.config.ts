import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/{unit,api,faults,desktop}/**/*.test.ts'],
    // Real SQLite with fsync on two cores: a file at a time per core, and room for the slow ones.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: ['default'],
  },
})
