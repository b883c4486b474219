import { EVENT_NAMES, type EventName } from '../../../src-main/domain/event-catalogue.ts'
import { DELIVERY_STATUSES, type DeliveryStatus } from '../../../src-main/domain/webhook.ts'
import { useAppStore } from '../../app-store.ts'
import type { Params } from '../../place.ts'

/** The tabs; the middle two exist in the sandbox only. */
export const WEBHOOK_TABS = ['endpoint', 'simulate', 'inbox', 'code'] as const
export type WebhookTab = (typeof WEBHOOK_TABS)[number]

/** The open dialog. */
const WEBHOOK_TASKS = ['create', 'edit', 'rotate', 'delete', 'recover'] as const
type WebhookTask = (typeof WEBHOOK_TASKS)[number]

/** What the screen shows, as the address names it. */
export interface WebhookView {
  tab: WebhookTab
  status: DeliveryStatus | null
  event: EventName | null
  /** Only deliveries from this day (UTC) on. */
  since: string | null
  page: number
  deliveryId: string | null
  task: WebhookTask | null
  /** The form starts with the built-in receiver's address. */
  withInbox: boolean
}

export function webhookViewOf(params: Params): WebhookView {
  const page = Number(params['page'] ?? 1)
  return {
    tab: WEBHOOK_TABS.find((tab) => tab === params['tab']) ?? 'endpoint',
    status: DELIVERY_STATUSES.find((status) => status === params['status']) ?? null,
    event: EVENT_NAMES.find((event) => event === params['event']) ?? null,
    since: /^\d{4}-\d{2}-\d{2}$/.test(params['since'] ?? '') ? (params['since'] ?? null) : null,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    deliveryId: params['delivery'] ?? null,
    task: WEBHOOK_TASKS.find((task) => task === params['do']) ?? null,
    withInbox: params['url'] === 'inbox',
  }
}

export function webhookParamsOf(view: WebhookView): Params {
  return {
    ...(view.tab === 'endpoint' ? {} : { tab: view.tab }),
    ...(view.status === null ? {} : { status: view.status }),
    ...(view.event === null ? {} : { event: view.event }),
    ...(view.since === null ? {} : { since: view.since }),
    ...(view.page === 1 ? {} : { page: String(view.page) }),
    ...(view.deliveryId === null ? {} : { delivery: view.deliveryId }),
    ...(view.task === null ? {} : { do: view.task }),
    ...(view.withInbox && view.task === 'create' ? { url: 'inbox' } : {}),
  }
}

export function useWebhookView(): WebhookView {
  return webhookViewOf(useAppStore((state) => state.params))
}

/** Changes what is shown; layers and other tabs add a step to go back. */
export function showWebhook(changes: Partial<WebhookView>): void {
  const { params, show } = useAppStore.getState()
  const before = webhookViewOf(params)
  const step =
    (changes.tab !== undefined && changes.tab !== before.tab) ||
    (changes.deliveryId !== undefined && before.deliveryId === null)
  show(webhookParamsOf({ ...before, ...changes }), step)
}
