import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { CreatedApiKey, Project } from '../../src-main/domain/access.ts'
import type { Card } from '../../src-main/domain/card.ts'
import type { Push, SyncRunView } from '../../src-main/domain/sync/provider.ts'
import { startTestPortal } from '../support/portal/portal.ts'
import { createHome, request, ROUNDS, type RunningService } from '../support/program.ts'

/** Short in `npm test`; in `npm run soak` as long as promised. */
const [KILLS, COMMANDS] = ROUNDS > 2 ? [50, 500] : [3, 50]
const CARDS = 10
const WRITERS = 5
/** A kill comes within this time after the service is ready. */
const LONGEST_LIFE_MS = 700

/** A command, sent with its key until it is answered. */
interface Command {
  card: Card
  action: 'enable' | 'disable'
  key: string
}

/** Sends each card's commands in order, until all are answered or the service is gone. */
async function commandUntilKilled(
  service: RunningService,
  apiKey: string,
  projectId: string,
  queues: Command[][],
): Promise<void> {
  const waiting = queues.filter((queue) => queue.length > 0)
  const writer = async () => {
    for (let queue = waiting.shift(); queue !== undefined; queue = waiting.shift()) {
      for (let command = queue[0]; command !== undefined; command = queue[0]) {
        try {
          const url = `${service.ready.baseUrl}/projects/${projectId}/cards/${command.card.id}/${command.action}`
          const { status } = await request(apiKey, 'POST', url, { headers: { 'Idempotency-Key': command.key } })
          // While it starts or stops, it accepts nothing.
          if (status === 503) continue
          expect(status).toBe(200)
        } catch (error) {
          // A broken connection is the expected sign of a kill; anything else is a failure.
          if (error instanceof TypeError) return
          throw error
        }
        queue.shift()
        await sleep(randomInt(30))
      }
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, writer))
}

test.each([
  ['one by one', 0],
  ['many at a time', 50],
])(
  'killed at random while changes go out %s and a fifth of the answers is lost, every command is one change, in order',
  async (_way, bulkChanges) => {
    const portal = await startTestPortal({ cards: 60, bulkChanges, seed: randomInt(1_000_000) })
    const home = createHome()
    let service = await home.serve()
    const project = await home.json<Project>(['projects', 'create', '--name', 'Fleet'])
    const { key } = await home.json<CreatedApiKey>([
      'keys',
      'create',
      '--project',
      project.id,
      '--environment',
      'production',
    ])
    await home.json(
      ['provider', 'set', '--adapter', 'rest', '--url', portal.baseUrl, '--token-file', '-', '--no-schedule'],
      { input: portal.staticToken },
    )
    expect(await home.json<SyncRunView>(['sync', '--wait'])).toMatchObject({ state: 'completed', created: 60 })
    const { docs } = await home.json<{ docs: Card[] }>([
      'cards',
      'list',
      '--environment',
      'production',
      '--status',
      'active',
      '--limit',
      String(CARDS),
    ])
    const planned = docs.map((card) =>
      Array.from({ length: Math.ceil(COMMANDS / CARDS) }, (_, position): Command => ({
        card,
        action: position % 2 === 0 ? 'disable' : 'enable',
        key: `${card.id}-${position}`,
      })),
    )
    const queues = planned.map((commands) => [...commands])

    await portal.setFaults({ drop: 0.2, routes: ['change', 'changes', 'status'] })
    for (let kill = 0; kill < KILLS; kill += 1) {
      const writing = commandUntilKilled(service, key, project.id, queues)
      await sleep(randomInt(LONGEST_LIFE_MS))
      expect((await service.end('SIGKILL')).signal).toBe('SIGKILL')
      await writing
      service = await home.serve()
    }
    await commandUntilKilled(service, key, project.id, queues)
    expect(queues.flat()).toEqual([])
    await portal.setFaults({})
    // A portal that lost five answers in a row is left alone for a while.
    const deadline = performance.now() + 120_000
    for (;;) {
      const { total, docs: left } = await home.json<{ total: number; docs: Push[] }>(['sync', 'pushes'])
      if (total === 0) break
      if (performance.now() > deadline)
        throw new Error(`${total} changes did not go out: ${JSON.stringify(left.slice(0, 3))}`)
      await sleep(500)
    }

    const { changes } = await portal.changes()
    for (const commands of planned) {
      const { providerCardId } = commands[0]?.card ?? { providerCardId: '' }
      expect(changes.filter((change) => change.providerCardId === providerCardId).map(({ action }) => action)).toEqual(
        commands.map(({ action }) => action),
      )
      const [last] = commands.slice(-1)
      const card = await home.json<Card>(['cards', 'get', last?.card.id ?? '', '--environment', 'production'])
      expect(card).toMatchObject({ syncStatus: 'synced', status: last?.action === 'enable' ? 'active' : 'inactive' })
    }
    expect(changes).toHaveLength(planned.flat().length)
    expect(await home.json(['check'])).toMatchObject({ ok: true })
    expect((await service.end('SIGTERM')).code).toBe(0)
  },
  KILLS * 30_000,
)
