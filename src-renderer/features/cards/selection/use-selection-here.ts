import { useEffect } from 'react'
import { useAhead } from '../ahead.ts'
import type { CardsView } from '../cards-view.ts'
import { matchQueryOf } from '../match-query.ts'
import { clearSelection, selectAt, useSelection, type Chosen } from './selection-store.ts'

const NOTHING: Chosen = { kind: 'cards', ids: new Set() }

/** The selection here; "all matching" ends when the filters change. */
export function useSelectionHere(place: string, view: CardsView): Chosen {
  const { place: chosenAt, chosen } = useSelection()
  const matching = JSON.stringify(matchQueryOf(view, useAhead()))
  const isOther = chosenAt !== place || (chosen.kind === 'query' && JSON.stringify(chosen.query) !== matching)
  useEffect(() => {
    if (!isOther) return
    if (useSelection.getState().place === place) clearSelection()
    else selectAt(place)
  }, [isOther, place])
  return isOther ? NOTHING : chosen
}
