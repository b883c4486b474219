import { useEffect, useState } from 'react'
import type { Card } from '../../../../src-main/domain/card.ts'
import type { EnvironmentName } from '../../../../src-main/domain/environment-name.ts'
import type { CrossedError } from '../../../../src-preload/contract.ts'
import type { HostClient } from '../../../client/host-client.ts'

/** As many new cards as are asked for at once. */
const BATCH = 100

interface Queue {
  cards: readonly Card[]
  /** How many were passed since the first. */
  passed: number
  /** How many new cards there were at the start. */
  total: number
  /** Passed without being activated: they stay new, and do not come again. */
  seen: ReadonlySet<string>
  state: 'loading' | 'at-card' | 'ended'
  error: CrossedError | null
}

const START: Queue = { cards: [], passed: 0, total: 0, seen: new Set(), state: 'loading', error: null }

/** The new cards of a project by their number, beginning with one of them. */
export function useActivateQueue(client: HostClient, place: { projectId: string; environment: EnvironmentName }, startId: string) {
  const [queue, setQueue] = useState(START)
  const [attempt, setAttempt] = useState(0)
  const { projectId, environment } = place
  const isLoading = queue.state === 'loading'
  useEffect(() => {
    if (!isLoading) return
    let stale = false
    const load = async () => {
      const result = await client.call('cards.list', { projectId, environment, query: { status: 'new', limit: BATCH, sortField: 'cardNumber', sortDirection: 'asc' } })
      if (!stale) setQueue((before) => (result.ok ? filled(before, result.value, startId) : { ...before, error: result.error }))
    }
    void load()
    return () => {
      stale = true
    }
  }, [client, projectId, environment, startId, isLoading, attempt])
  return {
    card: queue.state === 'at-card' ? (queue.cards[0] ?? null) : null,
    position: queue.passed + 1,
    total: queue.total,
    remaining: Math.max(queue.total - queue.passed, queue.cards.length),
    state: queue.state,
    error: queue.error,
    next: (cardId: string) => setQueue((before) => passedBy(before, cardId)),
    retry: () => {
      setQueue((before) => ({ ...before, error: null }))
      setAttempt((count) => count + 1)
    },
  }
}

function filled(before: Queue, page: { docs: Card[]; total: number }, startId: string): Queue {
  const fresh = page.docs.filter(({ id }) => !before.seen.has(id))
  // The one that was opened comes first, then the rest in order.
  const cards = [...fresh.filter(({ id }) => id === startId), ...fresh.filter(({ id }) => id !== startId)]
  return { ...before, cards, total: before.total === 0 ? page.total : before.total, state: cards.length === 0 ? 'ended' : 'at-card', error: null }
}

function passedBy(before: Queue, cardId: string): Queue {
  const cards = before.cards.filter(({ id }) => id !== cardId)
  const passed = before.passed + 1
  const state = cards.length > 0 ? 'at-card' : passed < before.total ? 'loading' : 'ended'
  return { ...before, cards, passed, seen: new Set([...before.seen, cardId]), state }
}
