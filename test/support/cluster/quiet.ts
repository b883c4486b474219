import { request as open } from 'node:http'
import { once } from 'node:events'
import { expect } from 'vitest'
import type { Card } from '../../../src-main/domain/card.ts'
import { eventually } from '../eventually.ts'
import { request } from '../program.ts'
import type { SignedInPage } from '../team/page-session.ts'
import { patiently } from './patience.ts'
import { SCHEDULE_HOURS, type Scene } from './scene.ts'

/** Gives a page's stream at one instance what is changed through another one, however soon or late a note arrives. */
export async function expectLiveEvents(scene: Scene, card: Card): Promise<void> {
  const { cluster, project, keys, random } = scene
  const reader = random(cluster.instances.length)
  const writer = cluster.instances[(reader + 1) % cluster.instances.length]
  const stream = await patiently(
    async () => openEvents(await scene.pageAt(reader)),
    (opened) => opened !== null,
  )
  try {
    for (let isNamed = false; !isNamed;) {
      const before = stream?.read().length ?? 0
      await patiently(
        () =>
          request(keys.sandbox, 'PATCH', `${writer?.service.ready.baseUrl}/projects/${project.id}/cards/${card.id}`, {
            body: { notes: String(performance.now()) },
          }),
        ({ status }) => status === 200,
      )
      isNamed = await eventually(() => {
        const since = stream?.read().slice(before) ?? ''
        if (since.includes(card.id)) return true
        expect(since, `events at instance ${reader}`).toContain(MANY_CHANGED)
        return false
      })
    }
  } finally {
    stream?.close()
  }
}

/** Of over a hundred cards that change at once, none is named: the change may be among them, so another one has to show. */
const MANY_CHANGED = '"environment":"sandbox","cardIds":null'

async function openEvents({ origin, headers }: SignedInPage) {
  const sent = open(`${origin}/bridge/events`, { headers, agent: false }).end()
  const [response] = (await once(sent, 'response')) as [NodeJS.ReadableStream & { statusCode: number }]
  let read = ''
  response.on('data', (piece: Buffer) => (read += piece.toString()))
  response.on('error', () => {})
  if (response.statusCode === 200) return { read: () => read, close: () => void sent.destroy() }
  sent.destroy()
  return null
}

const INTERVALS = 5
const INTERVAL_MS = SCHEDULE_HOURS * 3_600_000

/** One instance takes the duty of timed work from the other all the time: each run of the schedule takes place once. */
export async function expectScheduledOnce(scene: Scene): Promise<void> {
  const scheduled = async () =>
    (
      await scene.cluster.ask<{ times: number }>(
        `SELECT count(*)::int AS times FROM sandbox.delivery WHERE trigger = 'schedule'`,
      )
    )[0]?.times ?? 0
  const [one, other] = await Promise.all([scene.pageAt(0), scene.pageAt(1)])
  for (let interval = 0; interval < INTERVALS; interval++) {
    const before = await scheduled()
    let isThere = false
    const moved = one.call('clock.advance', { ms: INTERVAL_MS }).finally(() => (isThere = true))
    const taken = async () => {
      while (!isThere) await other.call('clock.advance', { ms: 1 })
    }
    await Promise.all([moved, taken()])
    // The one that had the duty last may not have known yet what time it was.
    await other.call('clock.advance', { ms: 1 })
    expect((await scheduled()) - before, 'runs of the schedule in one of its intervals').toBe(1)
  }
}
