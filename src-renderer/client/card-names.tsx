import { createContext, useContext, useMemo, type ReactNode } from 'react'
import type { EnvironmentName } from '../../src-main/domain/environment-name.ts'
import type { CallOutput } from '../../src-preload/contract.ts'
import { useQuery } from './client-context.tsx'

export type CardName = CallOutput<'cards.names'>[number]

/** By id; null is no card of the project: a made-up one, or one that is gone. */
const NamesContext = createContext<ReadonlyMap<string, CardName | null>>(new Map())

interface CardNamesProps {
  projectId: string
  environment: EnvironmentName
  /** The cards that the rows below are about; a hundred at most, each as often as it comes. */
  cardIds: readonly string[]
  children: ReactNode
}

/** Asks once for the names of all cards in the rows below. Nested ones add up. */
export function CardNames({ projectId, environment, cardIds, children }: CardNamesProps) {
  const ids = [...new Set(cardIds)].toSorted()
  const { value, isPrevious } = useQuery('cards.names', { projectId, environment, cardIds: ids })
  const others = useContext(NamesContext)
  const asked = ids.join(' ')
  const names = useMemo(() => {
    const known = new Map(others)
    if (value === undefined) return known
    // Of another list's answer only what it knows holds for this one.
    if (!isPrevious) for (const id of asked.split(' ')) known.set(id, null)
    for (const name of value) known.set(name.id, name)
    return known
  }, [others, value, isPrevious, asked])
  return <NamesContext value={names}>{children}</NamesContext>
}

/** What a card is called; null where it is none, undefined while that is not known yet. */
export function useCardName(cardId: string): CardName | null | undefined {
  return useContext(NamesContext).get(cardId)
}
