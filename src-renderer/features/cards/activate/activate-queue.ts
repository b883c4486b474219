import { useEffect, useState } from 'react'
import type { ShownCard } from '../../../../src-main/domain/cards/at-provider.ts'
import type { ProjectScope } from '../../../../src-main/domain/environment-name.ts'
import type { CrossedError } from '../../../../src-preload/contract.ts'
import type { HostClient } from '../../../client/host-client.ts'
import { findInHand } from '../in-hand.ts'

/** How many new cards to load at once. */
const BATCH = 100

const IN_STACK = { status: 'new', limit: BATCH, sortField: 'cardNumber', sortDirection: 'asc' } as const

interface Queue {
  cards: readonly ShownCard[]
  /** How many are done since the first. */
  passed: number
  /** How many new cards there were at the start. */
  total: number
  /** Skipped: they stay new and do not come up again. */
  seen: ReadonlySet<string>
  state: 'loading' | 'at-card' | 'ended'
  error: CrossedError | null
}

const START: Queue = { cards: [], passed: 0, total: 0, seen: new Set(), state: 'loading', error: null }

/** A project's new cards by number, starting with one of them. */
export function useActivateQueue(client: HostClient, place: ProjectScope, startId: string) {
  const [queue, setQueue] = useState(START)
  const { projectId, environment } = place
  const isLoading = queue.state === 'loading' && queue.error === null
  useEffect(() => {
    if (!isLoading) return
    let stale = false
    const load = async () => {
      const [result, first] = await Promise.all([
        client.call('cards.list', {
          projectId,
          environment,
          query: IN_STACK,
        }),
        // In a tall stack, the first may be beyond one page.
        client.call('cards.get', { projectId, environment, cardId: startId }),
      ])
      if (stale) return
      const opened = first.ok && first.value.status === 'new' ? [first.value] : []
      setQueue((before) => (result.ok ? filled(before, opened, result.value) : { ...before, error: result.error }))
    }
    void load()
    return () => {
      stale = true
    }
  }, [client, projectId, environment, startId, isLoading])
  return {
    card: queue.state === 'at-card' ? (queue.cards[0] ?? null) : null,
    position: queue.passed + 1,
    total: queue.total,
    remaining: Math.max(queue.total - queue.passed, queue.cards.length),
    state: queue.state,
    error: queue.error,
    next: (cardId: string) => setQueue((before) => passedBy(before, cardId)),
    /** Continues with the one card whose number ends with these digits; returns false unless exactly one does. */
    find: async (digits: string): Promise<boolean> => {
      const card = await findInHand(client, place, digits, 'new')
      if (card === null) return false
      setQueue((before) => withFirst(before, card))
      return true
    },
    retry: () => setQueue((before) => ({ ...before, error: null })),
  }
}

/** The opened card comes first, then the rest in order. */
function filled(before: Queue, opened: readonly ShownCard[], page: { docs: ShownCard[]; total: number }): Queue {
  const openedIds = new Set(opened.map(({ id }) => id))
  const cards = [...opened, ...page.docs.filter(({ id }) => !openedIds.has(id))].filter(
    ({ id }) => !before.seen.has(id),
  )
  return {
    ...before,
    cards,
    total: before.total === 0 ? page.total : before.total,
    state: cards.length === 0 ? 'ended' : 'at-card',
    error: null,
  }
}

/** Searching for a skipped card's number brings it back. */
function withFirst(before: Queue, card: ShownCard): Queue {
  const isPassed = before.seen.has(card.id)
  return {
    ...before,
    cards: [card, ...before.cards.filter(({ id }) => id !== card.id)],
    passed: before.passed - (isPassed ? 1 : 0),
    seen: new Set([...before.seen].filter((id) => id !== card.id)),
    state: 'at-card',
  }
}

function passedBy(before: Queue, cardId: string): Queue {
  const cards = before.cards.filter(({ id }) => id !== cardId)
  const passed = before.passed + 1
  const state = cards.length > 0 ? 'at-card' : passed < before.total ? 'loading' : 'ended'
  return { ...before, cards, passed, seen: new Set([...before.seen, cardId]), state }
}
