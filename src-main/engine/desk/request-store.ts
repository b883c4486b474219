import type { Kysely, Selectable } from 'kysely'
import { containsIgnoringCase } from '../../database/primitives.ts'
import type { EnvironmentName } from '../../domain/environment-name.ts'
import type { RequestLogEntry } from '../../domain/desk/live-event.ts'
import { requestRefusalSchema } from '../../domain/desk/request-refusal.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { ControlSchema } from '../../database/schema.ts'

export interface RequestFilter {
  projectId?: string | undefined
  environment?: EnvironmentName | undefined
  method?: string | undefined
  keyId?: string | undefined
  /** `4xx`, or one status. */
  status?: string | undefined
  /** Part of the path, or a whole request ID. */
  search?: string | undefined
}

/** The conditions of a list. Needs no index: the table never exceeds 10,000 rows. */
export function requestsMatching(
  build: Kysely<ControlSchema>,
  { projectId, environment, method, keyId, status, search }: RequestFilter,
) {
  let query = build.selectFrom('request_log')
  if (projectId !== undefined) query = query.where('project_id', '=', projectId)
  if (environment !== undefined) query = query.where('environment', '=', environment)
  if (method !== undefined) query = query.where('method', '=', method.toUpperCase())
  if (keyId !== undefined) query = query.where('key_id', '=', keyId)
  if (status !== undefined) {
    const [lowest, highest] = status.endsWith('xx')
      ? [Number(status[0]) * 100, Number(status[0]) * 100 + 99]
      : [Number(status), Number(status)]
    query = query.where('status', '>=', lowest).where('status', '<=', highest)
  }
  const wanted = search?.trim() ?? ''
  if (wanted !== '') query = query.where((is) => is.or([is('id', '=', wanted), containsIgnoringCase('path', wanted)]))
  return query
}

export function requestOf(row: Selectable<ControlSchema['request_log']>): RequestLogEntry {
  return {
    id: row.id,
    time: row.time,
    method: row.method,
    path: row.path,
    status: row.status,
    durationMs: row.duration_ms,
    keyId: row.key_id,
    keyName: row.key_name,
    projectId: row.project_id,
    environment: row.environment,
    ignored: row.ignored,
    refusal: row.refusal === null ? null : requestRefusalSchema.parse(JSON.parse(row.refusal)),
  }
}

const builder = queryBuilder<ControlSchema>()

/** The refusal as JSON. */
type StoredEntry = Omit<RequestLogEntry, 'refusal'> & { refusal: string | null }

export function storedEntry({ refusal, ...entry }: RequestLogEntry): StoredEntry {
  return { ...entry, refusal: refusal === null ? null : JSON.stringify(refusal) }
}

export const insertRequest = prepareQuery<StoredEntry>()('insert request', (parameter) =>
  builder.insertInto('request_log').values({
    id: parameter('id'),
    time: parameter('time'),
    method: parameter('method'),
    path: parameter('path'),
    status: parameter('status'),
    duration_ms: parameter('durationMs'),
    key_id: parameter('keyId'),
    key_name: parameter('keyName'),
    project_id: parameter('projectId'),
    environment: parameter('environment'),
    ignored: parameter('ignored'),
    refusal: parameter('refusal'),
  }),
)

export const pruneRequests = prepareQuery<{ kept: number }>()('prune requests', (parameter) =>
  builder
    .deleteFrom('request_log')
    .where('seq', '<=', ({ selectFrom }) =>
      selectFrom('request_log').select(({ eb, fn }) => eb(fn.max('seq'), '-', parameter('kept')).as('newest_pruned')),
    ),
)
