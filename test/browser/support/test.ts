import { resolve } from 'node:path'
import {
  expect,
  test as base,
  type BrowserContext,
  type ConsoleMessage,
  type Cookie,
  type Locator,
  type Page,
} from '@playwright/test'
import { PROOF_KEY } from '../../../src-renderer/client/http-session.ts'
import { startBuiltService, type BuiltService } from './built-service.ts'
import { fetchOnUse } from './fetch-on-use.ts'

export { expect } from '@playwright/test'
export type { Page } from '@playwright/test'

interface Fixtures {
  /** One for all tests of a file; it holds the demo fleet. */
  service: BuiltService
  /** A signed-in page on the cards, whose complaints about its own policy or code fail the test. */
  desk: Page
}

interface WorkerFixtures {
  /** Starts a service at the first test of each file. The worker and its browser serve many files. */
  serviceOf: (file: string) => Promise<BuiltService>
  profileOf: (service: BuiltService) => Promise<Profile>
}

/** What the desks of a service share: a tab, whose process has the page's scripts compiled, which is half of a load. */
interface Profile {
  service: BuiltService
  context: BrowserContext
  /** Rests on a file of the service between tests; null if there is none that can be used again. */
  tab: Page | null
  /** Null before the first sign-in. */
  session: Session | null
}

/** Both halves of a page session. */
interface Session {
  cookies: Cookie[]
  proof: string
}

const WINDOW = { width: 1280, height: 800 }

export const test = base.extend<Fixtures, WorkerFixtures>({
  serviceOf: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads the fixtures' names from a pattern
    async ({}, use) => {
      let current: { file: string; service: BuiltService } | null = null
      await use(async (file) => {
        if (current?.file === file) return current.service
        const before = current
        current = null
        await before?.service.dispose()
        current = { file, service: await startBuiltService() }
        return current.service
      })
      await (current as { service: BuiltService } | null)?.service.dispose()
    },
    { scope: 'worker' },
  ],
  profileOf: [
    async ({ browser }, use) => {
      let current: Profile | null = null
      await use(async (service) => {
        if (current?.service === service) return current
        await current?.context.close()
        current = { service, context: await browser.newContext(), tab: null, session: null }
        await fetchOnUse(current.context)
        return current
      })
      await (current as Profile | null)?.context.close()
    },
    { scope: 'worker' },
  ],
  service: async ({ serviceOf }, use, { file }) => use(await serviceOf(file)),
  desk: async ({ service, profileOf }, use) => {
    const profile = await profileOf(service)
    const page = await freshTab(profile)
    const complaints: string[] = []
    const onError = (error: Error) => complaints.push(error.message)
    const onMessage = (message: ConsoleMessage) => {
      if (message.type() === 'error' && message.text().includes('Content Security Policy'))
        complaints.push(message.text())
    }
    page.on('pageerror', onError)
    page.on('console', onMessage)
    if (!(await resume(page, service, profile.session))) {
      await page.goto(await service.link())
      await openCards(page)
      profile.session = await sessionOf(page)
    }
    await use(page)
    for (const tab of profile.context.pages()) if (tab !== page) await tab.close()
    await putAside(profile, page)
    expect(complaints).toEqual([])
  },
})

/** A file of the service that runs no script. */
const resting = (service: BuiltService) => `${service.origin}/favicon.svg`

/** A tab as a new one would be. */
async function freshTab({ context, tab, service }: Profile): Promise<Page> {
  await context.clearCookies()
  const page = tab ?? (await context.newPage())
  if (tab === null) await page.goto(resting(service))
  return page
}

/** Ends all that a test has on its tab. */
async function putAside(profile: Profile, page: Page): Promise<void> {
  profile.tab = null
  if (page.isClosed()) return
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  for (const event of ['request', 'response', 'pageerror', 'console'] as const) page.removeAllListeners(event)
  // A service that a test has left stopped serves no file.
  const isAtRest = await page.goto(resting(profile.service)).then(
    () => true,
    () => false,
  )
  if (!isAtRest) return page.close()
  await page.setViewportSize(WINDOW)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.mouse.move(0, 0)
  await page.evaluate(() => sessionStorage.clear())
  profile.tab = page
}

/**
 * Goes straight to the cards, with nothing kept but the session: a link takes the command line half a second.
 *
 * @returns false if that session is over
 */
async function resume(page: Page, service: BuiltService, session: Session | null): Promise<boolean> {
  await page.evaluate(() => localStorage.clear())
  if (session === null) return false
  await page.context().addCookies(session.cookies)
  await page.evaluate(([key, proof]) => localStorage.setItem(key, proof), [PROOF_KEY, session.proof] as const)
  await page.goto(`${service.origin}/#/sandbox/cards`)
  const cards = page.getByRole('heading', { name: 'Cards', level: 1 })
  await inSight(cards.or(page.getByRole('heading', { name: 'Sign in from the terminal' })))
  return cards.isVisible()
}

async function sessionOf(page: Page): Promise<Session> {
  return {
    cookies: await page.context().cookies(),
    proof: await page.evaluate((key) => localStorage.getItem(key) ?? '', PROOF_KEY),
  }
}

/** From the overview, which is what a person meets first, to the cards. */
export async function openCards(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Cards' }).click()
  await inSight(page.getByRole('heading', { name: 'Cards', level: 1 }))
}

/** The rows of the table, without its heading. */
export const rows = (page: Page) => page.getByRole('table').locator('tbody tr')

/**
 * Goes to a place of the app by its address, such as `cards?status=active`, and waits until its rows are those asked
 * for.
 */
export async function goTo(
  page: Page,
  place: string,
  environment: 'sandbox' | 'production' = 'sandbox',
): Promise<void> {
  await page.goto(`${new URL(page.url()).origin}/#/${environment}/${place}`)
  await heard(page)
  await settled(page)
  if (place.startsWith('cards')) await inSight(rows(page).first().getByRole('button').first())
}

/**
 * Another address of the page that is open loads nothing: until it has heard of it, what is seen is of the place
 * before.
 */
async function heard(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )
}

/** As long as an expectation, and less work: that describes the whole page each time it looks too early. */
const inSight = (part: Locator) => part.waitFor({ timeout: 10_000 })

/** Waits until nothing is on its way: rows to come and rows of before are rows as well. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

/** Makes a call of the contract as the page would. */
export async function callService(page: Page, name: string, input: unknown): Promise<unknown> {
  const result = await page.evaluate(
    async ([name, body, proofKey]) => {
      const headers = {
        'Content-Type': 'application/json',
        'X-Fuelcard-Session': localStorage.getItem(proofKey) ?? '',
      }
      return (await (await fetch(`/bridge/call/${name}`, { method: 'POST', headers, body })).json()) as {
        ok: boolean
        value?: unknown
      }
    },
    [name, JSON.stringify(input), PROOF_KEY] as const,
  )
  expect(result).toMatchObject({ ok: true })
  return result.value
}

/** Chooses a language for the service, as the settings do; null is the browser's own. The next test finds it so. */
export async function speak(page: Page, language: 'en' | 'de' | 'fr' | 'nl' | null): Promise<void> {
  await callService(page, 'settings.update', { language })
  await expect(page.locator('html')).toHaveAttribute('lang', language ?? 'en')
}

/** With FUELCARD_SCREENSHOTS=1, writes what is seen to test/output, for a person to look at. */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (process.env['FUELCARD_SCREENSHOTS'] === '1')
    await page.screenshot({ path: resolve(import.meta.dirname, `../../output/${name}.png`) })
  else await heard(page)
}
