/** The operations of `/v1` for the console. A test compares them with the OpenAPI document. */
export const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const
export type Method = (typeof METHODS)[number]

export interface Operation {
  group: 'cards' | 'webhook' | 'service'
  method: Method
  /** As the OpenAPI document writes it. */
  path: string
  /** The initial query. */
  query?: string
  /** The status of the card for `{cardId}`. */
  cardStatus?: 'new' | 'active' | 'inactive'
  /** Builds an example body; some contain the current time. */
  body?: () => Record<string, unknown>
}

const CARD = '/projects/{projectId}/cards/{cardId}'
const WEBHOOK = '/projects/{projectId}/webhook'
const DAY_MS = 86_400_000

export const OPERATIONS: readonly Operation[] = [
  { group: 'cards', method: 'GET', path: '/projects/{projectId}/cards', query: '?limit=5' },
  { group: 'cards', method: 'GET', path: CARD },
  { group: 'cards', method: 'PATCH', path: CARD, cardStatus: 'active', body: () => ({ driver: 'Ada Lovelace' }) },
  {
    group: 'cards',
    method: 'POST',
    path: `${CARD}/activate`,
    cardStatus: 'new',
    body: () => ({ licensePlate: 'B-FL 2099', driver: 'Ada Lovelace' }),
  },
  {
    group: 'cards',
    method: 'POST',
    path: `${CARD}/hand-over`,
    cardStatus: 'new',
    body: () => ({ replacesCardId: null }),
  },
  { group: 'cards', method: 'POST', path: `${CARD}/enable`, cardStatus: 'inactive', body: () => ({}) },
  { group: 'cards', method: 'POST', path: `${CARD}/disable`, cardStatus: 'active', body: () => ({ reason: 'lost' }) },
  {
    group: 'cards',
    method: 'PATCH',
    path: `${CARD}/planned-change`,
    cardStatus: 'inactive',
    body: () => ({ until: new Date(Date.now() + 86_400_000).toISOString() }),
  },
  { group: 'cards', method: 'DELETE', path: `${CARD}/planned-change`, cardStatus: 'inactive' },
  { group: 'webhook', method: 'GET', path: WEBHOOK },
  {
    group: 'webhook',
    method: 'POST',
    path: WEBHOOK,
    body: () => ({ url: 'https://example.com/webhooks/fuelcards', events: ['card.enabled', 'card.disabled'] }),
  },
  { group: 'webhook', method: 'PATCH', path: WEBHOOK, body: () => ({ description: 'Fleet software' }) },
  { group: 'webhook', method: 'DELETE', path: WEBHOOK },
  { group: 'webhook', method: 'POST', path: `${WEBHOOK}/test` },
  { group: 'webhook', method: 'POST', path: `${WEBHOOK}/rotate-secret`, body: () => ({ gracePeriodSeconds: 86_400 }) },
  { group: 'webhook', method: 'POST', path: `${WEBHOOK}/enable` },
  { group: 'webhook', method: 'POST', path: `${WEBHOOK}/disable` },
  { group: 'webhook', method: 'POST', path: `${WEBHOOK}/simulate`, body: () => ({ event: 'card.disabled' }) },
  { group: 'webhook', method: 'GET', path: `${WEBHOOK}/scheduler` },
  {
    group: 'webhook',
    method: 'PATCH',
    path: `${WEBHOOK}/scheduler`,
    body: () => ({ enabled: true, intervalHours: 24, scheduledEvents: ['card.enabled'] }),
  },
  { group: 'webhook', method: 'GET', path: `${WEBHOOK}/deliveries`, query: '?limit=5' },
  { group: 'webhook', method: 'GET', path: `${WEBHOOK}/deliveries/{deliveryId}` },
  { group: 'webhook', method: 'POST', path: `${WEBHOOK}/deliveries/{deliveryId}/resend` },
  {
    group: 'webhook',
    method: 'POST',
    path: `${WEBHOOK}/recover`,
    body: () => ({ since: new Date(Date.now() - DAY_MS).toISOString() }),
  },
  { group: 'service', method: 'GET', path: '/health' },
  { group: 'service', method: 'GET', path: '/event-types' },
  { group: 'service', method: 'GET', path: '/openapi.json' },
]

/** The path without the common prefix: `POST /cards/{cardId}/enable`. */
export function shortName({ method, path }: Operation): string {
  return `${method} ${path.replace('/projects/{projectId}', '')}`
}

/** @param values by the name between braces; unknown names stay in the path */
export function fillPath(
  { path, query = '' }: Pick<Operation, 'path' | 'query'>,
  values: Readonly<Record<string, string | undefined>>,
): string {
  return path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole) + query
}

/** The first `{name}` still unfilled, or null. */
export function openPlace(path: string): string | null {
  return /\{\w+\}/.exec(path)?.[0] ?? null
}

/** Line and column, counted from 1, of the first JSON error; null for valid JSON. */
export function jsonProblem(code: string): { line: number; column: number } | 'unknown' | null {
  try {
    JSON.parse(code)
    return null
  } catch (error) {
    const found = /line (\d+) column (\d+)/.exec(error instanceof Error ? error.message : '')
    return found === null ? 'unknown' : { line: Number(found[1]), column: Number(found[2]) }
  }
}
