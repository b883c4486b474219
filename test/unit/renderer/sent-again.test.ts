import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CrossedError } from '../../../src-preload/contract.ts'
import { cardTail } from '../../../src-renderer/components/text/card-text.tsx'
import { useToasts } from '../../../src-renderer/components/feedback/toast-store.ts'
import { consequenceOf, needsAsking } from '../../../src-renderer/features/sync/drift/consequence.ts'
import { followSent } from '../../../src-renderer/features/sync/sent-again.ts'
import { en } from '../../../src-renderer/locales/en.ts'
import { speak } from '../../../src-renderer/locales/messages.ts'

type Client = Parameters<typeof followSent>[0]
type Known = { syncStatus: 'pending' | 'synced' | 'failed'; syncErrorMessage?: string } | CrossedError['code']

const PROJECT = '0197c3f4-0000-7000-8000-000000000000'
const CARDS = [
  { cardId: 'a', cardNumber: '782521009000153701' },
  { cardId: 'b', cardNumber: '782521009000153702' },
]
const [FIRST, SECOND] = CARDS.map(({ cardNumber }) => cardTail(cardNumber))

/** A service that knows these cards, and publishes a change on request. */
function service(known: Record<string, Known>) {
  const listeners = new Set<(told: { projectId: string; environment: string; cardIds: string[] | null }) => void>()
  const calls: Promise<unknown>[] = []
  const client = {
    call: (_name: string, { cardId }: { cardId: string }) => {
      const found = known[cardId] ?? 'error.card_not_found'
      const answer = Promise.resolve(
        typeof found === 'string'
          ? { ok: false, error: { code: found, message: '', requestId: '' } }
          : { ok: true, value: { syncErrorMessage: null, ...found } },
      )
      calls.push(answer)
      return answer
    },
    subscribe: (_name: string, listener: typeof listeners extends Set<infer One> ? One : never) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  } as unknown as Client
  const settle = async () => {
    for (let seen = -1; seen !== calls.length;) {
      seen = calls.length
      await Promise.all(calls)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return {
    client,
    listeners,
    settle,
    change: async (changes: Record<string, Known>, cardIds: string[] | null = Object.keys(changes)) => {
      Object.assign(known, changes)
      for (const listener of listeners) listener({ projectId: PROJECT, environment: 'production', cardIds })
      await settle()
    },
  }
}

const told = () => useToasts.getState().toasts.map(({ kind, words }) => [kind, words])

beforeEach(() => speak(en, 'en'))
afterEach(() => useToasts.setState({ toasts: [] }))

describe('a resent change', () => {
  it('has no outcome yet: nothing is reported before the provider has answered for all', async () => {
    const { client, change, settle, listeners } = service({
      a: { syncStatus: 'pending' },
      b: { syncStatus: 'pending' },
    })
    followSent(client, PROJECT, CARDS)
    await settle()
    await change({ a: { syncStatus: 'failed', syncErrorMessage: 'The contract is suspended' } })
    expect(told()).toEqual([])
    await change({ b: { syncStatus: 'synced' } }, null)
    expect(told()).toEqual([
      ['done', `The provider confirmed the change to card ${SECOND}`],
      ['trouble', `The change to card ${FIRST} failed again: The contract is suspended`],
    ])
    expect(listeners.size).toBe(0)
    await change({ a: { syncStatus: 'synced' } })
    expect(told()).toHaveLength(2)
  })

  it('is reported at once if the answer came before anybody listened, and many by their number', async () => {
    const { client, settle } = service({
      a: { syncStatus: 'failed', syncErrorMessage: 'No' },
      b: { syncStatus: 'failed', syncErrorMessage: 'No' },
    })
    followSent(client, PROJECT, CARDS)
    await settle()
    expect(told()).toEqual([['trouble', 'The changes to 2 cards failed again']])
  })

  it('waits while the service is unreachable, and forgets a card that was removed', async () => {
    const { client, change, settle } = service({ a: 'error.unavailable', b: 'error.card_not_found' })
    followSent(client, PROJECT, CARDS)
    await settle()
    expect(told()).toEqual([])
    await change({ a: { syncStatus: 'synced' } })
    expect(told()).toEqual([['done', `The provider confirmed the change to card ${FIRST}`]])
  })
})

describe('resolving a difference', () => {
  const status = (ours: string, theirs: string) => ({ fields: [{ field: 'status' as const, ours, theirs }] })
  const driver = { fields: [{ field: 'driver' as const, ours: 'Ada', theirs: 'Grace' }] }

  it('lets fuel flow if the chosen side is active and the other is not', () => {
    expect([
      consequenceOf(status('inactive', 'active'), 'theirs'),
      consequenceOf(status('active', 'inactive'), 'theirs'),
      consequenceOf(driver, 'theirs'),
    ]).toEqual(['flows', 'stops', 'none'])
    expect([
      consequenceOf(status('active', 'inactive'), 'ours'),
      consequenceOf(status('active', 'new'), 'ours'),
      consequenceOf(status('inactive', 'active'), 'ours'),
    ]).toEqual(['flows', 'flows', 'stops'])
    expect(consequenceOf({ fields: [{ field: 'authDiesel', ours: 'false', theirs: 'true' }] }, 'theirs')).toBe('flows')
  })

  it('is confirmed first if fuel flows by it, if it cannot be undone, and for many', () => {
    expect(needsAsking([status('inactive', 'active')], 'theirs')).toBe(true)
    expect(needsAsking([driver], 'theirs')).toBe(true)
    expect(needsAsking([status('active', 'inactive')], 'ours')).toBe(true)
    expect(needsAsking([status('inactive', 'active')], 'ours')).toBe(false)
    expect(needsAsking([driver, driver], 'ours')).toBe(true)
    expect(needsAsking(null, 'ours')).toBe(true)
  })
})
