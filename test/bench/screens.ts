import { chromium, type Page } from '@playwright/test'
import { CARD_REASONS } from '../../src-main/domain/cards/card-reason.ts'
import { CHROMIUM_FLAGS, findChromium } from '../browser/support/chromium.ts'
import { startBenchService } from './fixture.ts'
import type { Measurement } from './measure.ts'
import { CARDS, measured } from './ui.ts'
import { ask, giveCostCentres, samplesOf, workOn, type Samples } from './worked-fleet.ts'

const ROUNDS = 9
/** The first round fetches code. */
const ASKED = ROUNDS + 1
/** How long each field waits for more to be typed; it is not counted. */
const DELAY_MS = { list: 300, palette: 150 }
const SETTLE_MS = 100
const SORTS = ['driver', 'licensePlate', 'expirationDate', 'cardNumber', 'plannedChange'].flatMap((field) => [
  field,
  `-${field}`,
])

/**
 * The screens and filters of a worked-on fleet of 100,000 cards in Chromium: from the press until the frame that shows
 * the outcome is painted.
 */
export async function benchScreens(): Promise<Measurement[]> {
  const service = await startBenchService({ ui: true })
  try {
    await service.mockCards(CARDS)
    await giveCostCentres(service)
    const browser = await chromium.launch({ executablePath: findChromium(), args: [...CHROMIUM_FLAGS] })
    try {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
      const { uiUrl } = (await service.run('login')) as { uiUrl: string }
      await page.goto(uiUrl)
      await page.getByRole('navigation').waitFor()
      await workOn(page, service.projectId)
      await page.reload()
      await page.getByRole('navigation').waitFor()
      return await measureAll(page, samplesOf(service, ASKED))
    } finally {
      await browser.close()
    }
  } finally {
    await service.end()
  }
}

const CARDS_LIST = { place: 'cards', seen: 'tbody [data-card]' }
const OVERVIEW = { place: 'overview', seen: 'main a' }

async function measureAll(page: Page, samples: Samples): Promise<Measurement[]> {
  const rounds = Array.from({ length: ASKED }, (_, index) => index)
  const narrowed = (what: string, filters: readonly string[]) =>
    measured(`the list by ${what}`, filters, (filter) =>
      timePlace(page, CARDS_LIST, { ...CARDS_LIST, place: `cards?${filter}` }),
    )
  const opened = (what: string, places: readonly string[], seen = 'main tbody tr') =>
    measured(what, places, (place) => timePlace(page, OVERVIEW, { place, seen }))
  const people = (await ask(page, 'audit.actors', { kind: 'sandbox' })) as { key: string; type: string }[]
  const actor = people.find(({ type }) => type === 'person')?.key ?? ''
  const pages = rounds.map((round) => round + 2)
  return [
    // None twice: the page keeps an answer for some seconds.
    await narrowed(
      'reason',
      SORTS.map((sort, round) => `reason=${CARD_REASONS[round % CARD_REASONS.length]}&sort=${sort}`),
    ),
    await narrowed(
      'driver',
      samples.drivers.map((name) => `driver=${encodeURIComponent(name)}`),
    ),
    await narrowed(
      'cost centre',
      samples.costCentres.map((name) => `costCentre=${encodeURIComponent(name)}`),
    ),
    await narrowed(
      'planned change',
      SORTS.map((sort) => `planned=any&sort=${sort}`),
    ),
    await measured('the tabs of views', rounds, (round) => timeTab(page, round)),
    await opened(
      'the page of a driver',
      samples.drivers.map((name) => `driver?name=${encodeURIComponent(name)}`),
      'tbody [data-card]',
    ),
    await opened(
      'the page of a vehicle',
      samples.plates.map((name) => `vehicle?name=${encodeURIComponent(name)}`),
      'tbody [data-card]',
    ),
    await opened(
      'the expiry workbench',
      pages.map((page) => `cards?expiring=all&page=${page}`),
    ),
    await measured('200 pasted numbers', rounds, (round) => timeList(page, samples.lists[round] ?? [])),
    await opened(
      'Activity by person',
      pages.map((page) => `activity?by=${encodeURIComponent(actor)}&page=${page}`),
    ),
    await opened(
      'Activity by time',
      pages.map((page) => `activity?from=2026-01-01&to=2099-01-01&page=${page}`),
    ),
    await opened(
      'Activity by text',
      samples.blocked.map((name) => `activity?search=${encodeURIComponent(name)}`),
    ),
    await opened(
      'Jobs',
      rounds.map((round) => `activity?log=jobs&page=${(round % 2) + 1}`),
    ),
    await opened(
      'Planned',
      pages.map((page) => `activity?log=planned&page=${page}`),
    ),
    await measured('a card in the hand, by its last six digits', samples.digits, (digits) => timeInHand(page, digits)),
    await measured('a driver in the palette', samples.drivers, (name) => timePalette(page, name)),
  ]
}

interface Stop {
  place: string
  seen: string
}

/** Goes from one address to another, and waits until it is there: nothing is awaited, and the frame is painted. */
async function timePlace(page: Page, from: Stop, to: Stop): Promise<number> {
  await goTo(page, from)
  await page.waitForTimeout(SETTLE_MS)
  return goTo(page, to)
}

function goTo(page: Page, { place, seen }: Stop): Promise<number> {
  return page.evaluate(
    async ([hash, selector]) => {
      const isThere = () =>
        document.querySelector('[aria-busy="true"]') === null && document.querySelector(selector) !== null
      const started = performance.now()
      window.history.pushState(null, '', hash)
      window.dispatchEvent(new PopStateEvent('popstate'))
      for (;;) {
        await new Promise(requestAnimationFrame)
        if (isThere()) {
          // Frames are drawn, laid out and painted after what they run first.
          await new Promise((painted) => setTimeout(painted))
          return performance.now() - started
        }
        if (performance.now() - started > 10_000) throw new Error(`${hash} did not show ${selector}`)
      }
    },
    [`#/sandbox/${place}`, seen] as const,
  )
}

async function timeTab(page: Page, round: number): Promise<number> {
  await goTo(page, { ...CARDS_LIST, place: 'cards?search=4711' })
  await page.waitForTimeout(SETTLE_MS)
  return page.evaluate(async (index) => {
    const tabs = document.querySelectorAll<HTMLElement>('[role="tablist"] [role="tab"]')
    const tab = tabs[index % tabs.length]
    const started = performance.now()
    tab?.click()
    for (;;) {
      await new Promise(requestAnimationFrame)
      if (tab?.ariaSelected === 'true' && document.querySelector('section[aria-busy="true"]') === null) {
        await new Promise((painted) => setTimeout(painted))
        return performance.now() - started
      }
      if (performance.now() - started > 10_000) throw new Error(`The tab ${tab?.textContent} was not shown`)
    }
  }, round)
}

async function timeList(page: Page, numbers: readonly string[]): Promise<number> {
  await goTo(page, { place: 'cards?do=list', seen: '[role="dialog"] textarea' })
  await page.waitForTimeout(SETTLE_MS)
  const ms = await timeTyping(page, '[role="dialog"] textarea', numbers.join('\n'), {
    selector: '[role="dialog"] [role="status"]',
    text: `${numbers.length} found`,
  })
  await goTo(page, CARDS_LIST)
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  return ms - DELAY_MS.list
}

/** As a scanner does: the digits and Enter at once. */
async function timeInHand(page: Page, digits: string): Promise<number> {
  await goTo(page, CARDS_LIST)
  await page.waitForTimeout(SETTLE_MS)
  const ms = await timeTyping(page, '[role="search"] input', digits, { selector: '[role="dialog"] dl' }, 'Enter')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  return ms
}

async function timePalette(page: Page, name: string): Promise<number> {
  await page.keyboard.press('Control+K')
  await page.getByRole('dialog').getByRole('combobox').waitFor()
  await page.waitForTimeout(SETTLE_MS)
  const ms = await timeTyping(page, '[role="dialog"] [role="combobox"]', name, {
    selector: '[id^="palette-driver-"]',
  })
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  return ms - DELAY_MS.palette
}

/** Puts a text into a field, with a key after it, and waits for what is wanted to be seen. */
function timeTyping(
  page: Page,
  field: string,
  typed: string,
  wanted: { selector: string; text?: string },
  key: string | null = null,
): Promise<number> {
  return page.evaluate(
    async ([selector, text, { selector: seen, text: words = '' }, after]) => {
      const element = document.querySelector<HTMLInputElement | HTMLTextAreaElement>(selector)
      if (element === null) throw new Error(`There is no ${selector}`)
      const kind = element instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
      const started = performance.now()
      // As typing does: React listens to the setter of the element's own class.
      Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(element, text)
      element.dispatchEvent(new Event('input', { bubbles: true }))
      if (after !== null) element.dispatchEvent(new KeyboardEvent('keydown', { key: after, bubbles: true }))
      for (;;) {
        await new Promise(requestAnimationFrame)
        const found = [...document.querySelectorAll(seen)].some((part) => part.textContent.startsWith(words))
        if (found) {
          await new Promise((painted) => setTimeout(painted))
          return performance.now() - started
        }
        if (performance.now() - started > 60_000)
          throw new Error(
            `${seen} did not come after ${text.slice(0, 40)}: ${document.querySelector(seen)?.textContent}`,
          )
      }
    },
    [field, typed, wanted, key] as const,
  )
}
