import { create } from 'zustand'
import type { BulkSelection } from '../../../../src-main/domain/cards/bulk.ts'
import type { CardListInput } from '../../../../src-main/domain/cards/card-list.ts'

/** The filters, without order and page. */
export type MatchQuery = Omit<Partial<CardListInput>, 'page' | 'limit' | 'sortField' | 'sortDirection'>

/** The selection: single cards across pages and searches, or all that match. */
export type Chosen = { kind: 'cards'; ids: ReadonlySet<string> } | { kind: 'query'; query: MatchQuery; total: number }

interface SelectionState {
  /** The project and environment whose cards these are. */
  place: string
  chosen: Chosen
  /** The row where a range begins. */
  anchor: string | null
}

const NOTHING: Chosen = { kind: 'cards', ids: new Set() }

export const useSelection = create<SelectionState>()(() => ({ place: '', chosen: NOTHING, anchor: null }))

/** Clears a selection made elsewhere. */
export function selectAt(place: string): void {
  if (useSelection.getState().place !== place) useSelection.setState({ place, chosen: NOTHING, anchor: null })
}

export function clearSelection(): void {
  useSelection.setState({ chosen: NOTHING, anchor: null })
}

/** Selects all matches, including other pages. */
export function selectMatches(query: MatchQuery, total: number): void {
  useSelection.setState({ chosen: { kind: 'query', query, total }, anchor: null })
}

/** Adds cards to the selection; to all that match, nothing can be added. */
export function addCards(ids: readonly string[]): void {
  const { chosen } = useSelection.getState()
  const before = chosen.kind === 'cards' ? chosen.ids : []
  useSelection.setState({ chosen: { kind: 'cards', ids: new Set([...before, ...ids]) }, anchor: null })
}

export function removeCard(id: string): void {
  const { chosen } = useSelection.getState()
  if (chosen.kind !== 'cards') return
  useSelection.setState({ chosen: { kind: 'cards', ids: new Set([...chosen.ids].filter((other) => other !== id)) } })
}

/** Toggles a row; with `range`, also all rows from the last toggled one. */
export function toggleCard(id: string, page: readonly string[], range = false): void {
  const { chosen, anchor } = useSelection.getState()
  const ids = new Set(idsOn(chosen, page))
  const on = !ids.has(id)
  const from = range && anchor !== null ? page.indexOf(anchor) : -1
  const to = page.indexOf(id)
  const rows = from < 0 ? [id] : page.slice(Math.min(from, to), Math.max(from, to) + 1)
  // A range takes the state of its first row.
  const wanted = from < 0 ? on : ids.has(anchor ?? '')
  for (const row of rows) {
    if (wanted) ids.add(row)
    else ids.delete(row)
  }
  useSelection.setState({ chosen: { kind: 'cards', ids }, anchor: from < 0 ? id : anchor })
}

/** Toggles a whole page. */
export function togglePage(page: readonly string[], on: boolean): void {
  const ids = new Set(idsOn(useSelection.getState().chosen, page))
  for (const id of page) {
    if (on) ids.add(id)
    else ids.delete(id)
  }
  useSelection.setState({ chosen: { kind: 'cards', ids }, anchor: null })
}

/** Deselecting one of "all matching" leaves the visible rows: the others are unknown here. */
function idsOn(chosen: Chosen, page: readonly string[]): Iterable<string> {
  return chosen.kind === 'cards' ? chosen.ids : page
}

export function isChosen(chosen: Chosen, id: string): boolean {
  return chosen.kind === 'query' || chosen.ids.has(id)
}

export function countOf(chosen: Chosen): number {
  return chosen.kind === 'query' ? chosen.total : chosen.ids.size
}

/** The selection as the service takes it. */
export function selectionOf(chosen: Chosen): BulkSelection {
  return chosen.kind === 'query' ? { kind: 'query', query: chosen.query } : { kind: 'cards', cardIds: [...chosen.ids] }
}
