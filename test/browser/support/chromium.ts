import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

/** The shell is a Chromium without windows, which spends a third less on each page. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * A Chromium of this machine: the one named, one on the PATH, or the one that Playwright fetched. Throws where there is
 * none.
 */
export function findChromium(): string {
  const named = process.env['PLAYWRIGHT_CHROMIUM']
  if (named !== undefined && named !== '') {
    if (existsSync(named)) return named
    throw new Error(`PLAYWRIGHT_CHROMIUM names ${named}, which is not there`)
  }
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const found = [
    ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
    chromium.executablePath(),
  ].find((file) => file !== '' && existsSync(file))
  if (found !== undefined) return found
  throw new Error(
    'The browser tests need a Chromium. Install one ("apt install chromium", or "npx playwright install chromium"), or name one in PLAYWRIGHT_CHROMIUM',
  )
}

/**
 * A full Chromium draws its address bar and buttons as web pages, and keeps a renderer ready for the next page: two
 * processes per page that no test sees, and a third of its CPU time.
 */
const UNSEEN_PARTS = [
  'PreloadTopChromeWebUI',
  'SpareRendererForSitePerProcess',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
  'WebUIReloadButton',
  'WebUIToolbar',
]

/** Chromium heeds only the last list of disabled features: these of Playwright's are kept. */
const ALSO_DISABLED = [
  'AimEnabled',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

/** Only the page uses the network. Chromium's own sandbox does not start for root. */
export const CHROMIUM_FLAGS: readonly string[] = [
  '--disable-background-networking',
  '--disable-component-update',
  `--disable-features=${[...UNSEEN_PARTS, ...ALSO_DISABLED].join(',')}`,
  '--disable-sync',
  // As in a window: the shell would set letters on whole pixels, which makes words wider.
  '--font-render-hinting=none',
  '--no-first-run',
  // A page takes over the process of its empty tab, instead of starting another.
  '--process-per-site',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/**
 * For tests, whose pages live for seconds: to compile their scripts to fast code, and to collect garbage on every core,
 * takes a tenth of the CPU time and never pays off. Benchmarks measure Chromium as people have it.
 */
export const SHORT_LIVED_FLAGS: readonly string[] = [
  ...CHROMIUM_FLAGS,
  '--js-flags=--no-opt --no-maglev --single-threaded-gc',
]
