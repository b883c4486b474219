import { chromium, type Page } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from '../browser/support/chromium.ts'
import { startBenchService } from './fixture.ts'
import { median, type Measurement } from './measure.ts'

/** Fewer for a quick look: `FUELCARD_BENCH_CARDS=5000 npm run bench ui`. */
export const CARDS = Number(process.env['FUELCARD_BENCH_CARDS'] ?? 100_000)
const ROUNDS = 9
/** What a person feels as at once. */
const BOUND_MS = 100
/** The page waits so long after a keystroke, so that it asks once for a word; it is not counted. */
const SEARCH_DELAY_MS = 200
/** Between two presses, so that one does not meet the end of the other. */
const SETTLE_MS = 50

/** The table at 100,000 cards in Chromium: from the press until the frame that shows its outcome is painted. */
export async function benchUi(): Promise<Measurement[]> {
  const service = await startBenchService({ ui: true })
  try {
    await service.mockCards(CARDS)
    const browser = await chromium.launch({ executablePath: findChromium(), args: [...CHROMIUM_FLAGS] })
    try {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
      const { uiUrl } = (await service.run('login')) as { uiUrl: string }
      await page.goto(uiUrl)
      await page.getByRole('navigation').getByRole('link', { name: 'Cards' }).click()
      await page.locator('tbody [data-card]').first().waitFor()
      return await measureAll(page)
    } finally {
      await browser.close()
    }
  } finally {
    await service.end()
  }
}

async function measureAll(page: Page): Promise<Measurement[]> {
  const sorts = ['Driver', 'Plate', 'Expires', 'Status', 'Sync', 'Card', 'Driver', 'Plate', 'Expires', 'Card']
  const words = ['anna', 'b-', 'mar', '4711', 'klaus', '99', 'hh-', '2041', 'stefan', '12']
  const rounds = Array.from({ length: ROUNDS + 1 }, (_, index) => String(index))
  const results = [
    await measured('sort by a column', sorts, (text) => timeRows(page, { selector: 'thead th button', text })),
    await measured('next page', rounds, () => timeRows(page, { selector: 'button[aria-label="Next page"]' })),
    await measured('select a row', rounds, (round) => timeSelect(page, Number(round))),
  ]
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  return [
    ...results,
    await measured(`search, keystroke to rows, without the ${SEARCH_DELAY_MS} ms of waiting for more`, words, (word) =>
      timeSearch(page, word),
    ),
    await measured('open the drawer', rounds, (round) => timeDrawer(page, Number(round))),
  ]
}

/** The median of what a person waits for, without the first time. */
export async function measured<Round>(
  what: string,
  rounds: readonly Round[],
  time: (round: Round) => Promise<number>,
): Promise<Measurement> {
  const times: number[] = []
  for (const round of rounds) times.push(await time(round))
  // The first one fetches code and warms up.
  const warm = times.slice(1)
  const middle = median(warm)
  console.log(`${what}: ${middle.toFixed(0)} ms, at most ${Math.max(...warm).toFixed(0)} ms`)
  return {
    what: `ui: ${what}`,
    measured: `${middle.toFixed(0)} ms`,
    bound: `<= ${BOUND_MS} ms`,
    ok: middle <= BOUND_MS,
    detail: `${CARDS.toLocaleString('en')} cards, longest ${Math.max(...warm).toFixed(0)} ms of ${warm.length}`,
  }
}

/** What an interaction presses, by the label of a button or the text of a heading. */
interface Press {
  selector: string
  text?: string
}

/**
 * Presses what leads to other rows, and waits until they are painted: the address names them, and nothing is awaited.
 */
async function timeRows(page: Page, press: Press): Promise<number> {
  const ms = await page.evaluate(async ({ selector, text }) => {
    const before = window.location.hash
    const isThere = () =>
      window.location.hash !== before &&
      document.querySelector('tbody [data-card]') !== null &&
      document.querySelector('section[aria-busy="true"]') === null
    const target = [...document.querySelectorAll<HTMLElement>(selector)].find(
      (element) => text === undefined || element.textContent === text,
    )
    if (target === undefined) throw new Error(`There is nothing to press: ${selector} ${text}`)
    const started = performance.now()
    target.click()
    for (;;) {
      await new Promise(requestAnimationFrame)
      if (isThere()) {
        // Frames are drawn, laid out and painted after what they run first.
        await new Promise((painted) => setTimeout(painted))
        return performance.now() - started
      }
      if (performance.now() - started > 10_000) throw new Error(`${text ?? selector} did not lead to other rows`)
    }
  }, press)
  await page.waitForTimeout(SETTLE_MS)
  return ms
}

async function timeSelect(page: Page, row: number): Promise<number> {
  return page.evaluate(async (index) => {
    const box = document.querySelectorAll<HTMLInputElement>('tbody input[type="checkbox"]')[index]
    if (box === undefined) throw new Error('There is no such row')
    const started = performance.now()
    box.click()
    for (;;) {
      await new Promise(requestAnimationFrame)
      if (document.querySelector('[role="toolbar"]')?.textContent.includes(`${index + 1} selected`) === true) {
        await new Promise((painted) => setTimeout(painted))
        return performance.now() - started
      }
      if (performance.now() - started > 10_000) throw new Error('The row was not selected')
    }
  }, row)
}

async function timeSearch(page: Page, word: string): Promise<number> {
  const field = page.getByLabel('Search cards')
  await field.fill('')
  await page.waitForTimeout(SEARCH_DELAY_MS + 10 * SETTLE_MS)
  const ms = await field.evaluate(async (element, typed) => {
    const input = element as HTMLInputElement
    const before = window.location.hash
    const isThere = () =>
      window.location.hash !== before &&
      document.querySelector('tbody [data-card]') !== null &&
      document.querySelector('section[aria-busy="true"]') === null
    const started = performance.now()
    // As typing does: React listens to the setter of the element's own class.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, typed)
    input.dispatchEvent(new Event('input', { bubbles: true }))
    for (;;) {
      await new Promise(requestAnimationFrame)
      if (isThere()) {
        // Frames are drawn, laid out and painted after what they run first.
        await new Promise((painted) => setTimeout(painted))
        return performance.now() - started
      }
      if (performance.now() - started > 10_000) throw new Error(`Searching ${typed} found nothing new`)
    }
  }, word)
  return ms - SEARCH_DELAY_MS
}

async function timeDrawer(page: Page, row: number): Promise<number> {
  const ms = await page.evaluate(async (index) => {
    const opener = document.querySelectorAll<HTMLElement>('tbody [data-card]')[index]
    if (opener === undefined) throw new Error('There is no such row')
    const started = performance.now()
    opener.click()
    for (;;) {
      await new Promise(requestAnimationFrame)
      // Its card and its facts are drawn; it may still be sliding in.
      if (document.querySelector('[role="dialog"] dl') !== null) {
        await new Promise((painted) => setTimeout(painted))
        return performance.now() - started
      }
      if (performance.now() - started > 10_000) throw new Error('The drawer did not open')
    }
  }, row)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  return ms
}
