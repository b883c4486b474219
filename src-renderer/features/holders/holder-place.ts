import { cardsOfHolder, type Holder } from '../../../src-main/domain/cards/holder.ts'
import type { BulkAsk } from '../bulk/bulk-dialog.tsx'
import { useAppStore } from '../../app-store.ts'
import { paramsOf, viewOf, type CardsView } from '../cards/cards-view.ts'

export const HOLDER_TABS = ['cards', 'past', 'history'] as const
export type HolderTab = (typeof HOLDER_TABS)[number]

/** The tab in the address. */
export function useHolderTab(): [HolderTab, (tab: HolderTab) => void] {
  const asked = useAppStore(({ params }) => params['tab'])
  const show = (tab: HolderTab) => {
    const { params, show: showParams } = useAppStore.getState()
    const { name = '' } = params
    showParams({ name, ...(tab === 'cards' ? {} : { tab }) }, true)
  }
  return [HOLDER_TABS.find((tab) => tab === asked) ?? 'cards', show]
}

/** The holder's cards in the order and on the page that the address names, and how to change that. */
export function useHolderView(holder: Holder): [CardsView, (changes: Partial<CardsView>) => void] {
  const params = useAppStore((state) => state.params)
  const change = (changes: Partial<CardsView>) => {
    const { params: before, show } = useAppStore.getState()
    const { name = '', card, do: task } = before
    show({
      ...paramsOf({ ...orderOf(before), page: 1, ...changes }),
      name,
      // An open card stays open.
      ...(card === undefined ? {} : { card }),
      ...(task === undefined ? {} : { do: task }),
    })
  }
  return [{ ...orderOf(params), holder }, change]
}

/** A list of one holder's cards has an order and pages, but no filters. */
function orderOf({ sort, page, size }: Readonly<Record<string, string>>): CardsView {
  return viewOf(
    Object.fromEntries(
      Object.entries({ sort, page, size }).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
  )
}

/** Disabling all that is active, for the reason for which a person comes here. */
export function disablingAll(holder: Holder): BulkAsk {
  return {
    command: 'disable',
    selection: { kind: 'query', query: { ...cardsOfHolder(holder), status: 'active' } },
    reason: holder.kind === 'driver' ? 'driver_left' : 'vehicle_sold',
  }
}
