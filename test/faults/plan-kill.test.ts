import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { CreatedApiKey, Project } from '../../src-main/domain/access.ts'
import type { Card } from '../../src-main/domain/card.ts'
import { eventually } from '../support/eventually.ts'
import { createHome, request, ROUNDS, type Home } from '../support/program.ts'
import { rowsOf } from '../support/rows.ts'

const CARDS = 40
const WRITERS = 4
const KILLS = 4
/** Plans fall due while others are made, cancelled and overtaken. */
const AHEAD_MS = { least: 100, most: 1_200 }
const LIFE_MS = { least: 150, most: 1_500 }

type What = 'disable' | 'cancel' | 'enable'
const ACTIONS: Record<What, string> = { disable: 'card.disable', cancel: 'card.plan_cancel', enable: 'card.enable' }

/** How often each was asked for, and how often the service said that it was done or died without a word. */
type Asked = Record<What, { done: number; unknown: number }>

/** Plans, cancels and overtakes until the service is gone. */
async function workUntilKilled(base: string, key: string, cards: readonly string[], asked: Asked): Promise<void> {
  for (;;) {
    const what = (['disable', 'disable', 'disable', 'cancel', 'enable'] as const)[randomInt(5)] ?? 'disable'
    const url = `${base}/${cards[randomInt(cards.length)]}`
    const until = new Date(Date.now() + randomInt(AHEAD_MS.least, AHEAD_MS.most)).toISOString()
    try {
      const { status } =
        what === 'cancel'
          ? await request(key, 'DELETE', `${url}/planned-change`)
          : await request(key, 'POST', `${url}/${what}`, what === 'disable' ? { body: { reason: 'other', until } } : {})
      // Refused where the card's state does not allow it.
      if (status < 300) asked[what].done += 1
      else expect(status).toBe(400)
    } catch (error) {
      // A broken connection is the expected sign of a kill; anything else is a failure.
      if (!(error instanceof TypeError)) throw error
      asked[what].unknown += 1
      return
    }
  }
}

interface Entry {
  action: string
  by: string
  time: string
  before: Record<string, unknown>
  after: Record<string, unknown>
}

function entriesOf(home: Home, cardId: string): Entry[] {
  const sql = `SELECT action, actor_type, time, before, after FROM audit_entry WHERE target_id = '${cardId}' ORDER BY seq`
  return rowsOf(home.dataDir, 'sandbox', sql).map((row) => ({
    action: String(row['action']),
    by: String(row['actor_type']),
    time: String(row['time']),
    before: JSON.parse(String(row['before'])) as Record<string, unknown>,
    after: JSON.parse(String(row['after'])) as Record<string, unknown>,
  }))
}

/** What the clock did is what was planned then, once and not before its time. Returns how often it did something. */
function expectOnce(entries: readonly Entry[]): number {
  let status: unknown = 'active'
  let plan: unknown = null
  let carriedOut = 0
  for (const { action, by, time, before, after } of entries) {
    if ('status' in before) expect(before['status']).toBe(status)
    expect(before['plannedChange'] ?? null).toBe(plan)
    if (by === 'schedule') {
      expect({ action, plan }).toEqual({ action: 'card.enable', plan: expect.any(String) as string })
      expect(`enable ${time}` >= String(before['plannedChange'])).toBe(true)
      carriedOut += 1
    }
    status = after['status'] ?? status
    if ('plannedChange' in after) plan = after['plannedChange']
  }
  // Nothing that was planned is left behind.
  expect(plan).toBe(null)
  return carriedOut
}

test(
  'killed while plans fall due and are made, cancelled and overtaken, each is carried out exactly once',
  async () => {
    for (let round = 1; round <= ROUNDS; round++) {
      const home = createHome()
      let service = await home.serve()
      const project = await home.json<Project>(['projects', 'create', '--name', 'Fleet'])
      const [{ key }] = await Promise.all([
        home.json<CreatedApiKey>(['keys', 'create', '--project', project.id, '--environment', 'sandbox']),
        home.json(['cards', 'mock', '--project', project.id, '--count', String(CARDS * 2), '--seed', String(round)]),
      ])
      const words = ['cards', 'list', '--project', project.id, '--status', 'active', '--limit', String(CARDS)]
      const cards = (await home.json<{ docs: Card[] }>(words)).docs.map(({ id }) => id)
      const asked: Asked = {
        disable: { done: 0, unknown: 0 },
        cancel: { done: 0, unknown: 0 },
        enable: { done: 0, unknown: 0 },
      }
      for (let kill = 1; kill <= KILLS; kill++) {
        const base = `${service.ready.baseUrl}/projects/${project.id}/cards`
        const work = Array.from({ length: WRITERS }, () => workUntilKilled(base, key, cards, asked))
        await sleep(randomInt(LIFE_MS.least, LIFE_MS.most))
        await service.end('SIGKILL')
        await Promise.all(work)
        service = await home.serve()
      }
      await eventually(async () =>
        expect(await home.json(['cards', 'planned', '--project', project.id])).toMatchObject({ total: 0 }),
      )
      expect(await home.json(['audit', 'verify'])).toMatchObject({ ok: true })
      expect(await home.json(['check'])).toMatchObject({ ok: true })
      expect((await service.end('SIGTERM')).code).toBe(0)

      const made: Record<string, number> = {}
      let carriedOut = 0
      for (const id of cards) {
        const entries = entriesOf(home, id)
        carriedOut += expectOnce(entries)
        for (const { action, by } of entries) if (by !== 'schedule') made[action] = (made[action] ?? 0) + 1
        // A mock card may also be about to end.
        const events = `SELECT name FROM event WHERE card_id = '${id}' AND name <> 'card.expiring' ORDER BY seq`
        const told = rowsOf(home.dataDir, 'sandbox', events)
        const switched = entries.flatMap(({ action }) => (action === 'card.plan_cancel' ? [] : [`${action}d`]))
        expect(told.map(({ name }) => name)).toEqual(switched)
        const [row] = rowsOf(home.dataDir, 'sandbox', `SELECT status FROM card WHERE id = '${id}'`)
        expect(row?.['status']).toBe(entries.findLast(({ after }) => 'status' in after)?.after['status'] ?? 'active')
      }
      expect(carriedOut).toBeGreaterThan(0)
      for (const what of Object.keys(asked) as What[]) {
        const times = made[ACTIONS[what]] ?? 0
        expect(times).toBeGreaterThanOrEqual(asked[what].done)
        expect(times).toBeLessThanOrEqual(asked[what].done + asked[what].unknown)
      }
    }
  },
  ROUNDS * 60_000,
)
