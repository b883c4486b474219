import { REPLACEMENT_STATES, type ReplacementState } from '../../../../src-main/domain/cards/expiring.ts'
import { useAppStore } from '../../../app-store.ts'
import type { Params } from '../../../place.ts'

/** What the expiry workbench shows. */
export interface ExpiryView {
  /** All months ahead, the cards that have expired, or a month such as `2027-01`. */
  period: string
  state: ReplacementState | null
  page: number
}

/** The view that an address names. */
function expiryViewOf(params: Params): ExpiryView {
  const page = Number(params['page'] ?? 1)
  return {
    period: params['expiring'] ?? 'all',
    state: REPLACEMENT_STATES.find((state) => state === params['state']) ?? null,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  }
}

/** The view of the workbench, and how to change it; another period or state starts at its first page. */
export function useExpiryView(): [ExpiryView, (changes: Partial<ExpiryView>) => void] {
  const view = expiryViewOf(useAppStore((state) => state.params))
  const change = (changes: Partial<ExpiryView>) => {
    const { params, show } = useAppStore.getState()
    const { period, state, page } = { ...expiryViewOf(params), page: 1, ...changes }
    show({
      expiring: period,
      ...(state === null ? {} : { state }),
      ...(page === 1 ? {} : { page: String(page) }),
    })
  }
  return [view, change]
}
