import { resolve } from 'node:path'
import { defineConfig } from '@playwright/test'
import { SHORT_LIVED_FLAGS, findChromium } from './support/chromium.ts'

/** The longest come first, so that none of them is left over at the end. */
const LONG = /(desk-keys|home-screens|webhook-screen|sync-screen)\.spec\.ts$/
/** Every screen at every size, for every role, in both themes: `npm run drills`. */
const WALKS = /\/walks\//
/**
 * What only a team has: people and how they sign in, approvals, the cluster that serves them. Drills, as its service's.
 */
const TEAM = /\/browser\/team\//
/** Tests of these files that are looks alone are left to that run, each after the tests of its file. */
const LOOKS = /(cards-import|cards-page|details|home-screens|sync-screen|webhook-screen)\.spec\.ts$/

const output = resolve(import.meta.dirname, '../output')

export default defineConfig({
  testDir: '.',
  outputDir: resolve(output, 'playwright'),
  reporter: [['list'], ['json', { outputFile: resolve(output, 'playwright.json') }]],
  // Each file starts a service of its own; a third of the time is spent waiting, so three keep two cores busy.
  workers: 3,
  // The look at every view takes most of half a minute on a quiet machine.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  // A machine that stalls for seconds makes a browser miss a step; the run names what needed its second attempt.
  retries: 1,
  forbidOnly: process.env['CI'] !== undefined,
  projects: [
    { name: 'long', testMatch: LONG, grepInvert: /@look/ },
    { name: 'others', testIgnore: [LONG, TEAM, WALKS], grepInvert: /@look/ },
    { name: 'team', testMatch: TEAM },
    { name: 'walks', testMatch: [WALKS, LOOKS] },
  ],
  use: {
    launchOptions: { executablePath: findChromium(), args: [...SHORT_LIVED_FLAGS] },
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of every attempt costs a sixth of the run; a failure is traced in its second.
    trace: 'on-first-retry',
  },
})
