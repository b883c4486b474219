import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { compactKey } from '../../domain/cards/card-list.ts'
import type { RemainingKind } from '../../domain/desk/personal.ts'
import { ERASED_TEXT, mentions, withoutName } from './name-in-text.ts'

/** The person to look for. */
export interface Person {
  projectId: string
  /** The project's short key in this environment; 0 in `control.sqlite`, which has none. */
  projectKey: number
  driver: string
}

/**
 * What a column may contain. `name`: a driver's name and nothing else. `words`: text that may mention one. `json`: JSON
 * with such fields and texts. `dropped`: like `json`, but erased fields are left out instead of becoming null.
 */
type Content = 'name' | 'words' | 'json' | 'dropped'

/** For tables and columns given by name. */
export type AnyTables = Record<string, Record<string, unknown>>
/** A condition on rows of the place's table. */
export type Condition = (is: ExpressionBuilder<AnyTables, string>) => Expression<SqlBool>

/** A table whose rows may name a person. */
export interface PersonalPlace {
  table: string
  keys: readonly [string, ...string[]]
  columns: Readonly<Record<string, Content>>
  /** A column that is emptied along with the name. */
  beside?: string
  /** Columns computed from others, which change with them. */
  follows?: Readonly<Record<string, { of: string; made: (text: string) => string }>>
  /** Search keys of other columns, which are emptied with them. */
  derived?: Readonly<Record<string, string>>
  /** Delete the whole row: it says nothing without the name. */
  removed?: true
  /** Rows of the person's project. */
  scope(person: Person): Condition
  /** Rows that may be changed now; until its work is done, any other row is needed unchanged. */
  ready?: { when: Condition; what: RemainingKind; keptMs?: number }
}

const ofProject =
  ({ projectKey }: Person): Condition =>
  (is) =>
    is('project_key', '=', projectKey)
const within =
  (column: string, table: string) =>
  ({ projectKey }: Person): Condition =>
  (is) =>
    is(column, 'in', is.selectFrom(table).select('seq').where('project_key', '=', projectKey))
const ofCards = within('card_seq', 'card')
const byProjectId =
  ({ projectId }: Person): Condition =>
  (is) =>
    is('project_id', '=', projectId)
const ofProjectOrService =
  (person: Person): Condition =>
  (is) =>
    is.or([byProjectId(person)(is), is('project_id', 'is', null)])
const isOver: Condition = (is) => is('state', 'in', ['done', 'cancelled'])
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Everything in an environment's file that may contain a driver's name, except: the cards and what the provider reports
 * against a pending change (no erasure while any is theirs), the search index (which follows the cards), and the side
 * table of the audit (`personal-audit.ts`). A test compares it with the file's actual columns.
 */
export const ENVIRONMENT_PLACES: readonly PersonalPlace[] = [
  {
    table: 'event',
    keys: ['seq'],
    columns: { body: 'json' },
    scope: ofProject,
    // Pruned 30 days after its end (prune-deliveries.ts), within the hour.
    ready: {
      when: ({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('delivery')
              .select('delivery.seq')
              .whereRef('delivery.event_id', '=', 'event.id')
              .where('delivery.status', '=', 'pending'),
          ),
        ),
      what: 'events',
      keptMs: 30 * DAY_MS + 60 * 60 * 1000,
    },
  },
  {
    table: 'delivery_attempt',
    keys: ['delivery_seq', 'number'],
    columns: { error: 'words', request_headers: 'words', response_headers: 'words', response_body: 'words' },
    scope: within('delivery_seq', 'delivery'),
  },
  {
    table: 'idempotency_record',
    keys: ['owner_id', 'idempotency_key'],
    columns: { body: 'json' },
    scope:
      ({ projectId }) =>
      (is) =>
        is('path', 'like', `/v1/projects/${projectId}%`),
  },
  {
    table: 'job',
    keys: ['seq'],
    columns: { payload: 'dropped', error: 'words' },
    scope: ofProject,
    ready: { when: isOver, what: 'changes' },
  },
  {
    table: 'bulk_item',
    keys: ['seq'],
    columns: { driver: 'name', message: 'words', own_fields: 'json' },
    beside: 'license_plate',
    scope: ofProject,
    ready: { when: (is) => is('outcome', 'is not', null), what: 'bulk' },
  },
  {
    table: 'bulk_job',
    keys: ['seq'],
    columns: { reason: 'words' },
    scope: ofProject,
    ready: { when: isOver, what: 'bulk' },
  },
  {
    table: 'last_command',
    keys: ['card_seq'],
    columns: { driver: 'name', internal_reference: 'words', cost_centre: 'words', notes: 'words' },
    removed: true,
    scope: ofCards,
  },
  // Erased even while they wait: what is planned needs no words.
  { table: 'planned_change', keys: ['card_seq'], columns: { note: 'words' }, scope: ofCards },
  { table: 'earlier_plan', keys: ['card_seq'], columns: { note: 'words' }, scope: ofCards },
  {
    table: 'inbox_arrival',
    keys: ['seq'],
    columns: { headers: 'words', body: 'words' },
    removed: true,
    scope: ofProject,
  },
  {
    table: 'sync_run',
    keys: ['seq'],
    columns: { source: 'words', error: 'words', resume: 'json' },
    scope: ofProject,
    ready: { when: (is) => is('state', '<>', 'running'), what: 'runs' },
  },
  // Written without the row's contents, but a provider's ID can be anything.
  {
    table: 'sync_refusal',
    keys: ['seq'],
    columns: { card_number: 'words', provider_card_id: 'words', reason: 'words' },
    scope: ofProject,
  },
  {
    table: 'card',
    keys: ['seq'],
    columns: { sync_error_message: 'words', internal_reference: 'words', cost_centre: 'words', notes: 'words' },
    derived: { internal_reference: 'reference_key' },
    follows: { reference_key: { of: 'internal_reference', made: compactKey } },
    scope: ofProject,
  },
  {
    table: 'drift',
    keys: ['card_seq', 'field'],
    columns: { ours: 'name' },
    scope: (person) => (is) => is.and([is('field', '=', 'driver'), ofCards(person)(is)]),
  },
]

/** The places in `control.sqlite`. */
export const CONTROL_PLACES: readonly PersonalPlace[] = [
  { table: 'saved_view', keys: ['id'], columns: { name: 'words', query: 'words' }, removed: true, scope: byProjectId },
  { table: 'approval', keys: ['id'], columns: { reason: 'words', answer: 'words' }, scope: ofProjectOrService },
  // If a file has no header, its first row may have been taken for one.
  {
    table: 'column_memory',
    keys: ['project_id', 'headers'],
    columns: { columns: 'words' },
    removed: true,
    scope: byProjectId,
  },
  {
    table: 'request_log',
    keys: ['seq'],
    columns: { path: 'words', ignored: 'words', refusal: 'words' },
    removed: true,
    scope: ofProjectOrService,
  },
]

/** The changes that remove the person from a row; null if it does not name the person after all. */
export function emptied(
  place: PersonalPlace,
  row: Record<string, unknown>,
  driver: string,
): Record<string, unknown> | null {
  const changes = Object.entries(place.columns).flatMap(([column, content]): [string, unknown][] => {
    const held = row[column]
    if (typeof held !== 'string') return []
    const left = without(held, content, driver)
    const derived = place.derived?.[column]
    return left === held
      ? []
      : [
          [column, left],
          ...(derived === undefined ? [] : [[derived, null] as [string, unknown]]),
          ...(content === 'name' && place.beside !== undefined ? [[place.beside, null] as [string, unknown]] : []),
        ]
  })
  if (changes.length === 0) return null
  const left = Object.fromEntries(changes)
  for (const [column, { of, made }] of Object.entries(place.follows ?? {}))
    if (typeof left[of] === 'string') left[column] = made(left[of])
  return left
}

function without(held: string, content: Content, driver: string): string | null {
  if (content === 'name') return held === driver ? null : held
  if (content === 'words') return mentions(held, driver) ? ERASED_TEXT : held
  const value = parsed(held)
  if (value === undefined) return mentions(held, driver) ? ERASED_TEXT : held
  const left = JSON.stringify(
    withoutName(value, driver),
    content === 'dropped' ? (_, field: unknown) => field ?? undefined : undefined,
  )
  // Keeps the original bytes unless something was removed.
  return left === JSON.stringify(value, content === 'dropped' ? (_, field: unknown) => field ?? undefined : undefined)
    ? held
    : left
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
