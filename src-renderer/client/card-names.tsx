import { createContext, useContext, useMemo, type ReactNode } from 'react'
import type { ProjectScope } from '../../src-main/domain/environment-name.ts'
import type { CallOutput } from '../../src-preload/contract.ts'
import { useQuery } from './client-context.tsx'

export type CardName = CallOutput<'cards.names'>[number]

/** By ID; null if the project has no such card: it was made up or removed. */
const NamesContext = createContext<ReadonlyMap<string, CardName | null>>(new Map())

interface CardNamesProps extends ProjectScope {
  /** The cards of the rows below: a hundred at most, repeats allowed. */
  cardIds: readonly string[]
  children: ReactNode
}

/** Requests the names of all cards in the rows below at once. Nested providers add up. */
export function CardNames({ projectId, environment, cardIds, children }: CardNamesProps) {
  const ids = [...new Set(cardIds)].toSorted()
  const { value, isPrevious } = useQuery('cards.names', { projectId, environment, cardIds: ids })
  const others = useContext(NamesContext)
  const asked = ids.join(' ')
  const names = useMemo(() => {
    const known = new Map(others)
    if (value === undefined) return known
    // A previous list's result holds only for the cards it knows.
    if (!isPrevious) for (const id of asked.split(' ')) known.set(id, null)
    for (const name of value) known.set(name.id, name)
    return known
  }, [others, value, isPrevious, asked])
  return <NamesContext value={names}>{children}</NamesContext>
}

/** A card's name; null if it has none, undefined while loading. */
export function useCardName(cardId: string): CardName | null | undefined {
  return useContext(NamesContext).get(cardId)
}
