import { useAppStore } from '../../app-store.ts'

/** The page in the address of a list without other filters, and how to show another. */
export function usePage(): [number, (page: number) => void] {
  const page = Number(useAppStore(({ params }) => params['page'] ?? 1))
  const show = (next: number) => {
    const { params, show: showParams } = useAppStore.getState()
    const { page: _page, ...others } = params
    showParams(next === 1 ? others : { ...others, page: String(next) })
  }
  return [Number.isSafeInteger(page) && page > 0 ? page : 1, show]
}
