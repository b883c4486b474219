import { existsSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Browser, type Page } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from '../browser/support/chromium.ts'
import { startBenchService, type BenchService } from './fixture.ts'
import { median, type Measurement } from './measure.ts'

const PEOPLE = 100
/** So many of them look at the list in Chromium; the others only listen. */
const PAGES = 3
const CARDS = 10_000
const CHANGES = 40
const CHANGE_EVERY_MS = 250
const IDLE_MS = 10_000
const SEEN_BOUND_MS = 1_000
const DELAY_BOUND_MS = 20
const PAGE_BOUND_MB = 1

const DELAYS = join(tmpdir(), `fuelcard-bench-delay-${process.pid}`)
/** At SIGUSR2 writes the p99 of the event loop's delay since the last time, in milliseconds. */
const WATCH = `import { monitorEventLoopDelay } from 'node:perf_hooks'
import { writeFileSync } from 'node:fs'
const histogram = monitorEventLoopDelay({ resolution: 5 })
histogram.enable()
process.on('SIGUSR2', () => {
  writeFileSync(${JSON.stringify(DELAYS)}, String(histogram.percentile(99) / 1e6))
  histogram.reset()
})`

/** A service with many people: when all have seen what one of them changed, and what that costs it. */
export async function benchTeam(): Promise<Measurement[]> {
  const service = await startBenchService({ ui: true, inFront: WATCH })
  const browser = await chromium.launch({ executablePath: findChromium(), args: [...CHROMIUM_FLAGS] })
  try {
    await service.mockCards(CARDS)
    await sleep(IDLE_MS)
    await delayOf(service)
    await sleep(IDLE_MS)
    const idle = await delayOf(service)
    const by = await owner(service)
    // Nobody else is invited before there is an administrator who can sign in.
    await ask(service, 'people.invite', by, { name: 'Ada', email: 'ada@fleet.example', isAdministrator: true })
    const sessions: Session[] = []
    while (sessions.length < PEOPLE - PAGES)
      sessions.push(await exchange(service, await invited(service, by, sessions.length + 1)))
    const atPages: SignedIn[] = []
    while (atPages.length < PAGES) atPages.push(await invited(service, by, PEOPLE - atPages.length))
    await sleep(IDLE_MS)
    const before = residentMb(service)
    const listeners = await Promise.all(sessions.map((session) => listen(service, session)))
    const pages = await openPages(browser, service, atPages)
    await sleep(IDLE_MS)
    const perPage = (residentMb(service) - before) / PEOPLE
    await delayOf(service)
    const seen = await change(service, listeners, pages)
    const busy = await delayOf(service)
    for (const { end } of listeners) end()
    return [
      {
        what: `a change by one of ${PEOPLE} people is seen by all of them`,
        measured: `${Math.round(median(seen))} ms`,
        bound: `≤ ${SEEN_BOUND_MS} ms`,
        ok: median(seen) <= SEEN_BOUND_MS,
        detail: `${PAGES} pages in Chromium, ${PEOPLE - PAGES} streams; longest ${Math.round(Math.max(...seen))} ms of ${CHANGES}`,
      },
      {
        what: `event-loop delay p99 meanwhile, over idle`,
        measured: `${(busy - idle).toFixed(1)} ms`,
        bound: `≤ ${DELAY_BOUND_MS} ms`,
        ok: busy - idle <= DELAY_BOUND_MS,
        detail: `${busy.toFixed(1)} ms against ${idle.toFixed(1)} ms`,
      },
      {
        what: 'resident memory of the service for each open page',
        measured: `${perPage.toFixed(2)} MB`,
        bound: `≤ ${PAGE_BOUND_MB} MB`,
        ok: perPage <= PAGE_BOUND_MB,
        detail: `${Math.round(before)} MB without`,
      },
    ]
  } finally {
    await browser.close()
    await service.end()
    rmSync(DELAYS, { force: true })
  }
}

interface Listener {
  /** Resolves with the time of the next change of a card. */
  next(): Promise<number>
  end(): void
}

async function listen(service: BenchService, { cookie, proof }: Session): Promise<Listener> {
  const waiting: ((time: number) => void)[] = []
  const stream = request(`${service.origin}/bridge/events`, {
    agent: false,
    headers: { cookie, 'x-fuelcard-session': proof },
  })
  stream.on('error', () => {})
  await new Promise<void>((resolve, reject) => {
    stream.on('response', (response) => {
      if (response.statusCode !== 200) reject(new Error(`The stream answered ${response.statusCode}`))
      response.on('data', (chunk: Buffer) => {
        if (chunk.includes('event: card.changed'))
          for (const resolveNext of waiting.splice(0)) resolveNext(performance.now())
        resolve()
      })
      response.on('error', () => {})
    })
    stream.end()
  })
  return { next: () => new Promise((resolve) => waiting.push(resolve)), end: () => stream.destroy() }
}

/** A signed-in person, as their page has it. */
interface Session {
  cookie: string
  proof: string
}

/** The person at the machine itself, by a login link. */
async function owner(service: BenchService): Promise<Session> {
  const { uiUrl } = (await service.run('login')) as { uiUrl: string }
  return exchange(service, { token: uiUrl.slice(uiUrl.indexOf('=') + 1), device: '' })
}

/** The end of a sign-in: works once, and only in the browser that has the cookie. */
interface SignedIn {
  token: string
  device: string
}

/** Somebody who was invited as a clerk and has set a password. */
async function invited(service: BenchService, by: Session, index: number): Promise<SignedIn> {
  const { value } = await ask(service, 'people.invite', by, {
    name: `Clerk ${index}`,
    email: `clerk-${index}@fleet.example`,
    memberships: [{ projectId: service.projectId, role: 'clerk' }],
  })
  const password = `a long word for clerk ${index}`
  const accepted = await ask(service, 'signIn.acceptWithPassword', null, {
    invitation: value.token,
    password,
  })
  return { token: accepted.value.token, device: cookieOf(accepted.answer) }
}

async function exchange(service: BenchService, { token, device }: SignedIn): Promise<Session> {
  const { value, answer } = await post(service, '/bridge/login', { token }, { cookie: device })
  return { cookie: cookieOf(answer), proof: value.proof }
}

/** What these calls give: a token to go on with, or a session's proof. */
interface Granted {
  token: string
  proof: string
}

function ask(service: BenchService, call: string, as: Session | null, input: unknown) {
  const headers = as === null ? {} : { cookie: as.cookie, 'x-fuelcard-session': as.proof }
  return post(service, `/bridge/call/${call}`, input, headers)
}

async function post(
  { origin }: BenchService,
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<{ value: Granted; answer: Response }> {
  const answer = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, ...headers },
    body: JSON.stringify(body),
  })
  const { ok, value, error } = (await answer.json()) as { ok: boolean; value: Granted; error: unknown }
  if (!ok) throw new Error(`${path} answered ${JSON.stringify(error)}`)
  return { value, answer }
}

/** The cookie that an answer sets, as a request carries it. */
function cookieOf(answer: Response): string {
  return answer.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
}

async function openPages(browser: Browser, service: BenchService, people: readonly SignedIn[]): Promise<Page[]> {
  const pages: Page[] = []
  for (const { token, device } of people) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    const [name = '', value = ''] = device.split('=')
    await context.addCookies([{ name, value, url: service.origin }])
    const page = await context.newPage()
    await page.goto(`${service.origin}/#login=${token}`)
    await page.getByRole('navigation').getByRole('link', { name: 'Cards' }).click()
    await page.locator('tbody [data-card]').first().waitFor()
    pages.push(page)
  }
  return pages
}

/** Milliseconds from each change to the moment when the last one has seen it. */
async function change(
  service: BenchService,
  listeners: readonly Listener[],
  pages: readonly Page[],
): Promise<number[]> {
  const id = await pages[0]?.locator('tbody [data-card]').first().getAttribute('data-card')
  const took: number[] = []
  for (let round = 0; round < CHANGES; round += 1) {
    const driver = `Round ${round} Driver`
    const heard = listeners.map((listener) => listener.next())
    const shown = pages.map((page) =>
      page
        .getByText(driver)
        .first()
        .waitFor()
        .then(() => performance.now()),
    )
    const started = performance.now()
    const answer = await fetch(`${service.origin}/v1/projects/${service.projectId}/cards/${id}`, {
      method: 'PATCH',
      headers: { ...service.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ driver }),
    })
    if (!answer.ok) throw new Error(`The change answered ${answer.status}: ${await answer.text()}`)
    took.push(Math.max(...(await Promise.all([...heard, ...shown]))) - started)
    await sleep(CHANGE_EVERY_MS)
  }
  return took
}

async function delayOf({ pid }: BenchService): Promise<number> {
  rmSync(DELAYS, { force: true })
  process.kill(pid, 'SIGUSR2')
  while (!existsSync(DELAYS) || readFileSync(DELAYS, 'utf8') === '') await sleep(50)
  return Number(readFileSync(DELAYS, 'utf8'))
}

function residentMb({ pid }: BenchService): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}
