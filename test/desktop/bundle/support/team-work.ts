import { PROOF_KEY } from '../../../../src-renderer/client/http-session.ts'
import type { CallResult, PageCallName } from '../../../../src-preload/contract.ts'
import type { Page } from '@playwright/test'
import { WHO_MAY } from '../../../api/team/who-may.ts'
import { call } from './calls.ts'
import { goTo } from './test.ts'

const ROLES = ['viewer', 'clerk', 'manager', 'administrator'] as const

export interface Worker {
  name: string
  role: (typeof ROLES)[number]
  /** A page of the service in a browser, or the window of the desktop app. */
  page: Page
}

/** A call that somebody made. */
export interface Attempt {
  name: string
  call: PageCallName
  /** Its reason, by which the log can be searched; null for a call that takes none. */
  mark: string | null
  /** Whether the person's role allows it. */
  mayDo: boolean
  /** `ok`, the code of a refusal, or `lost` where the service went away before it answered. */
  answer: string
}

interface Work {
  minutes: number
  /** Of all people together, where no minutes are given. */
  steps: number
  /** Ends the service without warning, and starts it again. */
  restart: () => Promise<void>
}

/** What each person gets answered, however busy the machine. */
const AT_LEAST = 4
const PLACES = ['/sandbox/cards', '/sandbox/overview', '/sandbox/activity', '/sandbox/webhook', '/settings']

/** Lets all of them work at once and at random; the service is killed after a third and after two thirds. */
export async function startWorkers(team: readonly Worker[], projectId: string, work: Work): Promise<Attempt[]> {
  const attempts: Attempt[] = []
  const started = performance.now()
  let steps = 0
  let kills = 0
  let back = Promise.resolve()
  const progress = () =>
    work.minutes > 0 ? (performance.now() - started) / (work.minutes * 60_000) : steps / work.steps
  await Promise.all(
    team.map(async (worker) => {
      let own = 0
      // However busy the machine, each takes part.
      while (progress() < 1 || own < AT_LEAST) {
        steps += 1
        const attempt = await act(worker, projectId, steps)
        if (attempt !== null) attempts.push(attempt)
        if (kills < 2 && progress() > (kills + 1) / 3) {
          kills += 1
          back = work.restart()
        }
        if (attempt?.answer === 'lost') await back
        else if (attempt !== null) own += 1
      }
    }),
  )
  await back
  return attempts
}

async function act({ name, role, page }: Worker, projectId: string, step: number): Promise<Attempt | null> {
  const place = { projectId, environment: 'sandbox' as const }
  const attempt = async (called: PageCallName, input: object, isMarked = false): Promise<Attempt> => {
    const mark = isMarked ? `Work ${step} of ${name}` : null
    const result = await callIn(page, called, mark === null ? input : { ...input, reason: mark })
    const mayDo = ROLES.slice(0, ROLES.indexOf(role) + 1).some((held) => WHO_MAY[held]?.includes(called))
    return { name, call: called, mark, mayDo, answer: result }
  }
  const cards = await listCards(page, projectId)
  if (cards === null) return { name, call: 'cards.list', mark: null, mayDo: true, answer: 'lost' }
  const card = drawn(cards)
  const cardId = card?.id ?? ''
  const driver = `Driver ${step}`
  switch (Math.floor(Math.random() * 10)) {
    case 0:
      return await look(page, () => goTo(page, drawn(PLACES) ?? ''))
    case 1:
      return await look(page, () => goTo(page, `/sandbox/cards?card=${cardId}`))
    case 2:
      return attempt('cards.mock', { projectId, count: 1 })
    case 3:
      return attempt('keys.create', { ...place, name: `Key ${step}`, expiresAt: null })
    case 4:
      return attempt('projects.rename', { projectId, name: `Demo fleet ${step}` })
    case 5:
      return attempt('people.list', {})
    default:
      if (card?.status === 'new')
        return attempt('cards.activate', { ...place, cardId, driver, licensePlate: `B-TW ${step}` }, true)
      if (card?.status === 'inactive') return attempt('cards.enable', { ...place, cardId }, true)
      if (Math.random() < 0.5) return attempt('cards.disable', { ...place, cardId }, true)
      return attempt('cards.update', { ...place, cardId, driver }, true)
  }
}

/** Screens may be opened while the service is away: then they say so. */
async function look(page: Page, open: () => Promise<void>): Promise<null> {
  await open().catch((error: unknown) => {
    if (page.isClosed()) throw error
  })
  return null
}

async function listCards(page: Page, projectId: string): Promise<{ id: string; status: string }[] | null> {
  const query = { limit: 100 }
  const result = await resultOf(page, 'cards.list', { projectId, environment: 'sandbox', query })
  return result === null || !result.ok ? null : (result.value as { docs: { id: string; status: string }[] }).docs
}

async function callIn(page: Page, name: PageCallName, input: object): Promise<string> {
  const result = await resultOf(page, name, input)
  if (result === null) return 'lost'
  if (result.ok) return 'ok'
  return ['error.offline', 'error.unavailable'].includes(result.error.code) ? 'lost' : result.error.code
}

/** A call as the page makes it, with its session; null if no answer came. */
async function resultOf(page: Page, name: PageCallName, input: object): Promise<CallResult<never> | null> {
  if (await page.evaluate(() => 'fuelcardDesk' in window))
    return (await call(page, name, input as never)) as CallResult<never>
  return page.evaluate(
    async ([called, body, proofKey]) => {
      const headers = {
        'Content-Type': 'application/json',
        'X-Fuelcard-Session': localStorage.getItem(proofKey) ?? '',
      }
      try {
        const response = await fetch(`/bridge/call/${called}`, { method: 'POST', headers, body })
        return (await response.json()) as CallResult<never>
      } catch {
        return null
      }
    },
    [name, JSON.stringify(input), PROOF_KEY] as const,
  )
}

function drawn<Item>(items: readonly Item[]): Item | undefined {
  return items[Math.floor(Math.random() * items.length)]
}
