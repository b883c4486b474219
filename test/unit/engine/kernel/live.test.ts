import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { LiveEvent } from '../../../../src-main/domain/desk/live-event.ts'
import type { Engine } from '../../../../src-main/engine/engine.ts'
import { CLERK } from '../../../support/context.ts'
import { openTestEngine, type TestEngine } from '../../../support/engine.ts'
import { startReceiver } from '../../../support/receiver.ts'
import { createWebhook, inTransaction, simulate } from '../../../support/webhooks.ts'
import { eventually } from '../../../support/eventually.ts'

let opened: TestEngine
let engine: Engine
let projectId: string

beforeEach(async () => {
  opened = await openTestEngine()
  engine = opened.engine
  projectId = (await engine.projects.create('Fleet', CLERK)).id
})

afterEach(() => opened.close())

/** Every event published while the work runs, and until the named one. */
async function published(work: () => Promise<unknown>, until: LiveEvent['name']): Promise<LiveEvent[]> {
  const events: LiveEvent[] = []
  let end = () => {}
  const last = new Promise<void>((resolve) => {
    end = engine.onLive((event) => {
      events.push(event)
      if (event.name === until) resolve()
    })
  })
  await work()
  await last
  end()
  return events
}

const firstCards = async (limit: number, status?: 'new' | 'active') =>
  (await engine.environment('sandbox').cards.list(projectId, { page: 1, limit, status, sortField: 'createdAt' })).docs

describe('a change is published once it is on disk', () => {
  test('a command on a card names the card, its project and its environment', async () => {
    await engine.environment('sandbox').mockCards?.createDemo(projectId, CLERK)
    const [card] = await firstCards(1, 'active')
    const events = await published(
      () => engine.environment('sandbox').cards.command(projectId, card?.id ?? '', { type: 'disable' }, CLERK),
      'card.changed',
    )
    expect(events).toEqual([{ name: 'card.changed', data: { projectId, environment: 'sandbox', cardIds: [card?.id] } }])
  })

  test('an undone change is never published', async () => {
    await engine.environment('sandbox').mockCards?.createDemo(projectId, CLERK)
    const [first, second] = await firstCards(2, 'active')
    const sandbox = engine.environment('sandbox')
    const events = await published(async () => {
      const undone = sandbox.change(async (transaction) => {
        await sandbox.cards.commandWithin(transaction, projectId, first?.id ?? '', { type: 'disable' }, CLERK)
        throw new Error('undone')
      })
      await expect(undone).rejects.toThrow('undone')
      await sandbox.change(async (transaction) => {
        const attempt = async () => {
          await sandbox.cards.commandWithin(transaction, projectId, first?.id ?? '', { type: 'disable' }, CLERK)
          throw new Error('undone')
        }
        await expect(() => transaction.attempt(attempt)).rejects.toThrow('undone')
        return sandbox.cards.commandWithin(transaction, projectId, second?.id ?? '', { type: 'disable' }, CLERK)
      })
    }, 'card.changed')
    expect(events.flatMap((event) => (event.name === 'card.changed' ? event.data.cardIds : []))).toEqual([second?.id])
  })

  test('many cards at once are one event that names none', async () => {
    const events = await published(
      () =>
        engine.environment('sandbox').mockCards?.create(projectId, { count: 300, seed: 1 }, CLERK) ?? Promise.resolve(),
      'card.changed',
    )
    // One for each tenth of a second of the work.
    const changes = events.filter(({ name }) => name === 'card.changed')
    expect(changes.length).toBeLessThan(30)
    expect(new Set(changes.map((change) => JSON.stringify(change)))).toEqual(
      new Set([JSON.stringify({ name: 'card.changed', data: { projectId, environment: 'sandbox', cardIds: null } })]),
    )
  })

  test('a delivery is published when it is recorded and when it ends', async () => {
    const receiver = await startReceiver()
    await createWebhook(engine.environment('sandbox'), projectId, receiver.url)
    const events = await published(async () => {
      const { deliveryId } = await simulate(engine.environment('sandbox'), projectId)
      await eventually(async () =>
        expect((await engine.environment('sandbox').webhooks.deliveries.get(projectId, deliveryId)).status).toBe(
          'succeeded',
        ),
      )
    }, 'delivery.changed')
    await receiver.close()
    const [delivery] = (await engine.environment('sandbox').webhooks.deliveries.list(projectId, { page: 1, limit: 1 }))
      .docs
    expect(events).toContainEqual({
      name: 'delivery.changed',
      data: { projectId, environment: 'sandbox', deliveryIds: [delivery?.id] },
    })
  })

  test('a webhook that the service turns off raises a notice', async () => {
    const receiver = await startReceiver()
    receiver.answer((response) => response.writeHead(410).end())
    await createWebhook(engine.environment('sandbox'), projectId, receiver.url)
    const events = await published(() => simulate(engine.environment('sandbox'), projectId), 'notice.raised')
    await receiver.close()
    expect(events).toContainEqual({ name: 'webhook.changed', data: { projectId, environment: 'sandbox' } })
    expect(events.at(-1)).toEqual({
      name: 'notice.raised',
      data: { projectId, environment: 'sandbox', kind: 'webhook_disabled', message: 'The endpoint answered 410 Gone' },
    })
  })

  test('projects, keys, views, webhooks, inboxes and the clock are published', async () => {
    const sandbox = engine.environment('sandbox')
    const events = await published(async () => {
      await engine.projects.rename(projectId, 'Renamed', CLERK)
      await engine.keys.create({ projectId, environment: 'sandbox', name: 'Key' }, CLERK)
      await engine.views.save({ projectId, environment: 'sandbox' }, { name: 'Soon', query: {}, columns: [] })
      await createWebhook(sandbox, projectId, 'https://example.com/hook')
      await inTransaction(sandbox, (transaction) => sandbox.webhooks.disableWithin(transaction, projectId, CLERK))
      const inbox = await sandbox.inboxes?.open(projectId)
      await sandbox.inboxes?.receive(inbox?.token ?? '', {}, '{}')
      await sandbox.sandboxClock?.advance(60_000, CLERK)
    }, 'service.changed')
    const names = new Set(events.map(({ name }) => name))
    expect([...names].toSorted()).toEqual([
      'delivery.changed',
      'inbox.arrived',
      'key.changed',
      'project.changed',
      'service.changed',
      'views.changed',
      'webhook.changed',
    ])
  })
})
