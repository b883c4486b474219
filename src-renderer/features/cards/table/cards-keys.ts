import type { KeyboardEvent, RefObject } from 'react'
import { useRights } from '../../../client/rights.tsx'
import type { Card, CardStatus } from '../../../../src-main/domain/card.ts'
import { cardTail } from '../../../components/text/card-text.tsx'
import { showToast } from '../../../components/feedback/toast-store.ts'
import { keysAreLive } from '../../../layers.ts'
import { text } from '../../../locales/messages.ts'
import { useScreenKeys } from '../../../screen-keys.ts'
import { useCardActions } from '../card-actions.ts'
import { openCard } from '../card-place.ts'
import { clearSelection, countOf, toggleCard, togglePage, useSelection } from '../selection/selection-store.ts'

type CardKey = 'activate' | 'enable' | 'disable'

const KEYS: Readonly<Record<string, CardKey>> = { a: 'activate', e: 'enable', d: 'disable' }
/** The statuses in which a key's command applies. */
const TAKES: Record<CardKey, CardStatus> = { activate: 'new', enable: 'inactive', disable: 'active' }

/** The keys move between the card numbers, marked by `data-card`. */
function focusables(table: HTMLElement | null): HTMLElement[] {
  return [...(table?.querySelectorAll<HTMLElement>('[data-card]') ?? [])]
}

/**
 * The keys of the table: `j`, `k` and the arrows move; space selects, with shift a range. `e` and `d` act on the
 * selection, else on the row in focus, as `a` always does. Enter opens the row, being a click on its button.
 */
export function useCardsKeys(
  box: RefObject<HTMLElement | null>,
  cards: readonly Card[],
  onBulk: (command: 'enable' | 'disable') => void,
) {
  const actions = useCardActions()
  const { barrier } = useRights()
  const ids = () => cards.map(({ id }) => id)
  const move = (to: number | 'first' | 'last'): string | undefined => {
    const rows = focusables(box.current)
    const current = rows.findIndex((row) => row === document.activeElement)
    const index =
      to === 'first' ? 0 : to === 'last' ? rows.length - 1 : Math.min(Math.max(current + to, 0), rows.length - 1)
    rows[index]?.focus()
    return rows[index]?.dataset['card']
  }
  const extend = (from: string, by: number) => {
    if (useSelection.getState().anchor === null) toggleCard(from, ids())
    const to = move(by)
    if (to !== undefined) toggleCard(to, ids(), true)
  }
  const act = (key: CardKey, card: Card) => {
    const why = barrier(`cards.${key}`)
    if (why !== null) showToast('trouble', why)
    else if (key !== 'activate' && countOf(useSelection.getState().chosen) > 0) onBulk(key)
    else if (card.status !== TAKES[key]) {
      showToast(
        'trouble',
        text(`card.not.${key}`, { number: cardTail(card.cardNumber), status: text(`cards.status.${card.status}`) }),
      )
    } else if (key === 'enable') void actions.enable(card)
    else openCard(card.id, key)
  }
  useScreenKeys({ j: () => move(1), k: () => move(-1) })
  return (event: KeyboardEvent) => {
    if (event.altKey || !(event.target instanceof HTMLElement) || !keysAreLive(event.target)) return
    const card = cards.find(({ id }) => id === (event.target as HTMLElement).dataset['card'])
    if (card === undefined) return
    if (event.ctrlKey || event.metaKey) {
      if (event.key !== 'a') return
      event.preventDefault()
      return togglePage(ids(), true)
    }
    const key = KEYS[event.key]
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const by = event.key === 'ArrowDown' ? 1 : -1
      if (event.shiftKey) extend(card.id, by)
      else move(by)
    } else if (event.key === 'Home') move('first')
    else if (event.key === 'End') move('last')
    else if (event.key === 'Escape' && countOf(useSelection.getState().chosen) > 0) clearSelection()
    else if (event.key === ' ') toggleCard(card.id, ids(), event.shiftKey)
    else if (key !== undefined) act(key, card)
    else return
    event.preventDefault()
  }
}
