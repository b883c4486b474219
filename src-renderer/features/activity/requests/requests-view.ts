import type { CallInput } from '../../../../src-preload/contract.ts'
import { useAppStore } from '../../../app-store.ts'
import type { Params } from '../../../place.ts'

export const REQUESTS_PAGE = 50
export const LOGGED_METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const
export const STATUS_CLASSES = ['2xx', '3xx', '4xx', '5xx'] as const

/** The filters of the request log. */
export interface RequestsView {
  method: (typeof LOGGED_METHODS)[number] | null
  status: (typeof STATUS_CLASSES)[number] | null
  keyId: string | null
  search: string
  page: number
}

function requestsViewOf(params: Params): RequestsView {
  const page = Number(params['page'] ?? 1)
  return {
    method: LOGGED_METHODS.find((known) => known === params['method']) ?? null,
    status: STATUS_CLASSES.find((known) => known === params['status']) ?? null,
    keyId: params['key'] ?? null,
    search: (params['search'] ?? '').slice(0, 200),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  }
}

function requestsParamsOf(view: RequestsView): Params {
  return {
    log: 'requests',
    ...(view.method === null ? {} : { method: view.method }),
    ...(view.status === null ? {} : { status: view.status }),
    ...(view.keyId === null ? {} : { key: view.keyId }),
    ...(view.search === '' ? {} : { search: view.search }),
    ...(view.page === 1 ? {} : { page: String(view.page) }),
  }
}

export function useRequestsView(): [RequestsView, (changes: Partial<RequestsView>) => void] {
  const view = requestsViewOf(useAppStore(({ params }) => params))
  const change = (changes: Partial<RequestsView>) => {
    const { params, show } = useAppStore.getState()
    show(requestsParamsOf({ ...requestsViewOf(params), page: 1, ...changes }))
  }
  return [view, change]
}

export function requestsInput({ method, status, keyId, search, page }: RequestsView): CallInput<'requests.list'> {
  return {
    ...(method === null ? {} : { method }),
    ...(status === null ? {} : { status }),
    ...(keyId === null ? {} : { keyId }),
    ...(search.trim() === '' ? {} : { search: search.trim() }),
    page,
    limit: REQUESTS_PAGE,
  }
}

export const EVERY_REQUEST = {
  method: null,
  status: null,
  keyId: null,
  search: '',
} as const satisfies Partial<RequestsView>

export function isNarrowed(view: RequestsView): boolean {
  return view.method !== null || view.status !== null || view.keyId !== null || view.search.trim() !== ''
}
