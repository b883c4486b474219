import { resolve } from 'node:path'
import { defineConfig } from '@playwright/test'
import { SHORT_LIVED_FLAGS, findChromium } from '../browser/support/chromium.ts'

/** Four people at once, on a service that is killed: `npm run drills`. */
const DRILL = /team-at-work\.spec\.ts$/
const chromium = { launchOptions: { executablePath: findChromium(), args: [...SHORT_LIVED_FLAGS] } }
const output = resolve(import.meta.dirname, '../output')

export default defineConfig({
  testDir: '.',
  outputDir: resolve(output, 'playwright-desktop'),
  reporter: [['list'], ['json', { outputFile: resolve(output, 'playwright-desktop.json') }]],
  // Each file starts apps of its own and waits for them most of the time.
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // A machine that stalls for seconds makes a browser miss a step; the run names what needed its second attempt.
  retries: 1,
  forbidOnly: process.env['CI'] !== undefined,
  projects: [
    // The built bundles on a stand-in for Electron's module, whose windows are pages of Chromium.
    { name: 'built bundles', testMatch: 'bundle/*.spec.ts', testIgnore: DRILL, use: chromium },
    { name: 'drills', testMatch: DRILL, use: chromium },
    { name: 'real Electron', testMatch: 'real-*.spec.ts' },
  ],
})
