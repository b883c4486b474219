import { expect, it } from 'vitest'
import { LIVE_EVENTS, type LiveEvent } from '../../../src-main/domain/desk/live-event.ts'
import type { PageCallName } from '../../../src-preload/contract.ts'
import { followLive } from '../../../src-renderer/client/live-refresh.ts'

const FLEET = '11111111-1111-4111-8111-111111111111'
const OTHER = '22222222-2222-4222-8222-222222222222'

/** The calls refetched after an event. */
function following() {
  const listeners = new Map<string, (data: never) => void>()
  let concerns: (name: PageCallName, input: Readonly<Record<string, unknown>>) => boolean = () => false
  const end = followLive(
    {
      subscribe: (name, listener) => {
        listeners.set(name, listener)
        return () => listeners.delete(name)
      },
    },
    { outdate: (asked) => (concerns = asked) },
  )
  const after = ({ name, data }: LiveEvent) => {
    concerns = () => false
    listeners.get(name)?.(data as never)
    return (call: PageCallName, input: Record<string, unknown>) => concerns(call, input)
  }
  return { listeners, after, end }
}

it('listens to every event there is, and to none afterwards', () => {
  const { listeners, end } = following()
  expect([...listeners.keys()].toSorted()).toEqual(Object.keys(LIVE_EVENTS).toSorted())
  end()
  expect(listeners.size).toBe(0)
})

it('refetches only what concerns the same project, environment and card', () => {
  const { after } = following()
  const stale = after({ name: 'card.changed', data: { projectId: FLEET, environment: 'sandbox', cardIds: ['a'] } })
  expect(stale('cards.list', { projectId: FLEET, environment: 'sandbox', query: {} })).toBe(true)
  expect(stale('cards.list', { projectId: FLEET, environment: 'production', query: {} })).toBe(false)
  expect(stale('cards.list', { projectId: OTHER, environment: 'sandbox', query: {} })).toBe(false)
  expect(stale('cards.get', { projectId: FLEET, environment: 'sandbox', cardId: 'a' })).toBe(true)
  expect(stale('cards.get', { projectId: FLEET, environment: 'sandbox', cardId: 'b' })).toBe(false)
  expect(stale('audit.list', { kind: 'sandbox', projectId: FLEET, targetId: 'a' })).toBe(true)
  expect(stale('audit.list', { kind: 'control' })).toBe(false)
  expect(stale('keys.list', { projectId: FLEET })).toBe(false)
})

it('takes a change of many for a change of each', () => {
  const { after } = following()
  const stale = after({
    name: 'delivery.changed',
    data: { projectId: FLEET, environment: 'sandbox', deliveryIds: null },
  })
  expect(stale('webhook.deliveries.get', { projectId: FLEET, environment: 'sandbox', deliveryId: 'dlv_1' })).toBe(true)
})

it('knows that synchronisation belongs to production', () => {
  const { after } = following()
  const stale = after({ name: 'provider.changed', data: { projectId: FLEET } })
  expect(stale('provider.get', { projectId: FLEET })).toBe(true)
  expect(stale('overview.get', { projectId: FLEET, environment: 'sandbox' })).toBe(false)
})

it('refetches everything when the service itself changed, but never verifies the chain by itself', () => {
  const { after } = following()
  const stale = after({ name: 'service.changed', data: {} })
  expect(stale('webhook.get', { projectId: OTHER, environment: 'production' })).toBe(true)
  expect(stale('audit.verify', {})).toBe(false)
})
