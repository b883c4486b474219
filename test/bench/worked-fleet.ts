import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import BetterSqlite3 from 'better-sqlite3'
import { CARD_REASONS } from '../../src-main/domain/cards/card-reason.ts'
import { PROOF_KEY } from '../../src-renderer/client/http-session.ts'
import type { BenchService } from './fixture.ts'

const COST_CENTRES = 300
/** So many commands on the cards of one cost centre each. */
const JOBS = 60
/** Every so many of them is taken back by itself later. */
const PLANNED_EVERY = 10
const HALF_YEAR_MS = 180 * 24 * 60 * 60 * 1000
const LOOK_MS = 100

/** What the screens are asked for; each list is as long as there are rounds. */
export interface Samples {
  drivers: string[]
  plates: string[]
  /** Drivers whose cards the log names. */
  blocked: string[]
  costCentres: string[]
  /** Last six digits of active cards, each of which a search for them finds alone. */
  digits: string[]
  /** 200 card numbers each. */
  lists: string[][]
}

/** Cost centres as a file would bring them: nothing but the fields of the card. */
export async function giveCostCentres(service: BenchService): Promise<void> {
  await service.stop()
  const file = new BetterSqlite3(join(service.dataDir, 'sandbox.sqlite'))
  file.exec(`UPDATE card SET cost_centre = 'Branch ' || (seq % ${COST_CENTRES})`)
  file.close()
  await service.start()
}

/** A fleet that was worked on: reasons, plans, jobs and their entries in the log. */
export async function workOn(page: Page, projectId: string): Promise<void> {
  const run = (query: object, command: object) => finish(page, projectId, { kind: 'query', query }, command)
  for (let job = 0; job < JOBS; job += 1) {
    const until = new Date(Date.now() + HALF_YEAR_MS + job * 60_000).toISOString()
    await run(
      { status: 'active', costCentre: `Branch ${job}` },
      {
        type: 'disable',
        reason: CARD_REASONS[job % CARD_REASONS.length],
        ...(job % PLANNED_EVERY === 0 ? { until } : {}),
      },
    )
  }
  for (const name of ['Branch 7', 'Ends soon', 'Named Anna'])
    await ask(page, 'views.save', { ...sandbox(projectId), name, query: VIEWS[name], columns: ['driver', 'status'] })
}

const VIEWS: Record<string, object> = {
  'Branch 7': { costCentre: 'Branch 7' },
  'Ends soon': { status: 'active', expiresWithinDays: 90 },
  'Named Anna': { search: 'anna' },
}

const sandbox = (projectId: string) => ({ projectId, environment: 'sandbox' })

async function finish(page: Page, projectId: string, selection: object, command: object): Promise<void> {
  const place = sandbox(projectId)
  let job = (await ask(page, 'bulk.start', { ...place, request: { selection, command } })) as {
    id: string
    state: string
  }
  while (job.state === 'queued' || job.state === 'running') {
    await sleep(LOOK_MS)
    job = (await ask(page, 'bulk.get', { ...place, jobId: job.id })) as typeof job
  }
}

export function samplesOf(service: BenchService, rounds: number): Samples {
  const file = new BetterSqlite3(join(service.dataDir, 'sandbox.sqlite'), { readonly: true })
  const texts = (sql: string): string[] => file.prepare<unknown[], string>(sql).pluck().all()
  const digits = texts(
    `SELECT substr(card_number, -6) FROM card WHERE status = 'active' AND seq % 97 = 0 LIMIT 400`,
  ).filter((tail) => file.prepare(`SELECT count(*) FROM card WHERE card_number LIKE '%${tail}%'`).pluck().get() === 1)
  const numbers = texts(`SELECT card_number FROM card WHERE seq % 37 = 0 LIMIT ${rounds * 200}`)
  const samples = {
    drivers: texts(`SELECT DISTINCT driver FROM card WHERE driver IS NOT NULL AND seq % 501 = 0 LIMIT ${rounds}`),
    plates: texts(`SELECT license_plate FROM card WHERE license_plate IS NOT NULL AND seq % 503 = 0 LIMIT ${rounds}`),
    blocked: texts(`SELECT DISTINCT driver FROM card WHERE reason IS NOT NULL AND driver IS NOT NULL LIMIT ${rounds}`),
    costCentres: Array.from({ length: rounds }, (_, index) => `Branch ${100 + index}`),
    digits: digits.slice(0, rounds),
    lists: Array.from({ length: rounds }, (_, index) => numbers.slice(index * 200, index * 200 + 200)),
  }
  file.close()
  return samples
}

/** Makes a call of the contract as the page would. */
export async function ask(page: Page, name: string, input: unknown): Promise<unknown> {
  const result = await page.evaluate(
    async ([called, body, proofKey]) => {
      const headers = { 'Content-Type': 'application/json', 'X-Fuelcard-Session': localStorage.getItem(proofKey) ?? '' }
      return (await (await fetch(`/bridge/call/${called}`, { method: 'POST', headers, body })).json()) as {
        ok: boolean
        value?: unknown
      }
    },
    [name, JSON.stringify(input), PROOF_KEY] as const,
  )
  if (!result.ok) throw new Error(`${name} was refused: ${JSON.stringify(result)}`)
  return result.value
}
