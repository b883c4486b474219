import { useState } from 'react'
import type { ProjectScope } from '../../../src-main/domain/environment-name.ts'
import type { CallOutput } from '../../../src-preload/contract.ts'
import { useService, type Query } from '../../client/client-context.tsx'
import { useAhead } from './ahead.ts'
import { openCard, useOpenCard } from './card-place.ts'
import { queryOf, type CardsView } from './cards-view.ts'

/** Ways from the open card to those beside it in the list; null where there is none. */
export interface Steps {
  previous: (() => void) | null
  next: (() => void) | null
}

const NOWHERE: Steps = { previous: null, next: null }

/** The steps in the order of the list, on to its other pages at either end. */
export function useSteps(
  place: ProjectScope,
  view: CardsView,
  { value, isPrevious }: Pick<Query<CallOutput<'cards.list'>>, 'value' | 'isPrevious'>,
  onChange: (changes: Partial<CardsView>) => void,
): Steps {
  const { client } = useService()
  const aheadMs = useAhead()
  const openId = useOpenCard()?.cardId ?? null
  const list = useKnownList(view, isPrevious ? undefined : value)
  const found = list?.docs.findIndex(({ id }) => id === openId) ?? -1
  const [stood, setStood] = useState<{ id: string; at: number } | null>(null)
  if (found >= 0 && openId !== null && (stood?.id !== openId || stood.at !== found)) setStood({ id: openId, at: found })
  if (list === undefined || openId === null || (found < 0 && stood?.id !== openId)) return NOWHERE
  const { docs, total } = list
  // A card that no longer matches has left its place to the next one.
  const isGone = found < 0
  const at = isGone ? (stood?.at ?? 0) : found
  const toPage = async (page: number, which: 0 | -1) => {
    const other = await client.call('cards.list', { ...place, query: queryOf({ ...view, page }, aheadMs) })
    const card = other.ok ? other.value.docs.at(which) : undefined
    if (card === undefined) return
    onChange({ page })
    openCard(card.id)
  }
  const to = (index: number): (() => void) | null => {
    const card = docs[index]
    if (index >= 0 && card !== undefined) return () => openCard(card.id)
    const page = view.page + (index < 0 ? -1 : 1)
    if (page < 1 || (page - 1) * view.pageSize >= total) return null
    return () => void toPage(page, index < 0 ? -1 : 0)
  }
  return { previous: to(at - 1), next: to(isGone ? at : at + 1) }
}

/** The list of this very view, also while it is read anew after a command: a key pressed meanwhile is not lost. */
function useKnownList<List>(view: CardsView, current: List | undefined): List | undefined {
  const key = JSON.stringify(view)
  const [known, setKnown] = useState<{ key: string; list: List } | null>(null)
  if (current !== undefined && (known?.list !== current || known.key !== key)) setKnown({ key, list: current })
  return current ?? (known?.key === key ? known.list : undefined)
}
