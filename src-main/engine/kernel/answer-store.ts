import type { ExpressionBuilder } from 'kysely'
import { ofDeadInstance } from '../../database/primitives.ts'
import { prepareQuery, queryBuilder, type Parameter } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'

/** What identifies a request that a caller may repeat. */
export interface IdempotencyRequest {
  projectId: string
  /** Finds answers from before they belonged to a project. */
  apiKeyId: string
  /** The caller's `Idempotency-Key`. */
  key: string
  method: string
  path: string
  /** SHA-256 of the body as sent. */
  bodyHash: Uint8Array
}

const builder = queryBuilder<EnvironmentSchema>()

export const recordByKey = prepareQuery<{ projectId: string; apiKeyId: string; key: string }>()(
  'idempotency record',
  (parameter) =>
    builder
      .selectFrom('idempotency_record')
      .select(['method', 'path', 'body_hash', 'status', 'body', 'created_at'])
      .where('owner_id', 'in', [parameter('projectId'), parameter('apiKeyId')])
      .where('idempotency_key', '=', parameter('key'))
      // An expired record of the API key must not hide the project's.
      .orderBy('created_at', 'desc')
      .limit(1),
)

export const writeRecord = prepareQuery<IdempotencyRequest & { status: number; body: string; createdAt: string }>()(
  'write idempotency record',
  (parameter) =>
    builder.insertInto('idempotency_record').values({
      owner_id: parameter('projectId'),
      idempotency_key: parameter('key'),
      method: parameter('method'),
      path: parameter('path'),
      body_hash: parameter('bodyHash'),
      status: parameter('status'),
      body: parameter('body'),
      created_at: parameter('createdAt'),
    }),
)

export const removeRecord = prepareQuery<{ projectId: string; key: string }>()(
  'remove idempotency record',
  (parameter) =>
    builder
      .deleteFrom('idempotency_record')
      .where('owner_id', '=', parameter('projectId'))
      .where('idempotency_key', '=', parameter('key')),
)

interface MarkValidity {
  projectId: string
  key: string
  own: string
  livingSince: string
  now: string
  latest: string
}

function isVoid(parameter: Parameter<MarkValidity>) {
  return ({ or, eb }: ExpressionBuilder<EnvironmentSchema, 'idempotency_mark'>) =>
    or([
      ofDeadInstance('instance_id', parameter('own'), parameter('livingSince')),
      eb('until', '<', parameter('now')),
      eb('until', '>', parameter('latest')),
    ])
}

export const livingMark = prepareQuery<MarkValidity>()('idempotency mark', (parameter) =>
  builder
    .selectFrom('idempotency_mark')
    .select('id')
    .where('owner_id', '=', parameter('projectId'))
    .where('idempotency_key', '=', parameter('key'))
    .where((is) => is.not(isVoid(parameter)(is))),
)

export const removeVoidMark = prepareQuery<MarkValidity>()('remove void idempotency mark', (parameter) =>
  builder
    .deleteFrom('idempotency_mark')
    .where('owner_id', '=', parameter('projectId'))
    .where('idempotency_key', '=', parameter('key'))
    .where(isVoid(parameter)),
)

interface Mark {
  projectId: string
  key: string
  id: string
}

export const writeMark = prepareQuery<Mark & { instanceId: string; until: string }>()(
  'write idempotency mark',
  (parameter) =>
    builder.insertInto('idempotency_mark').values({
      owner_id: parameter('projectId'),
      idempotency_key: parameter('key'),
      id: parameter('id'),
      instance_id: parameter('instanceId'),
      until: parameter('until'),
    }),
)

export const removeMark = prepareQuery<Mark>()('remove idempotency mark', (parameter) =>
  builder
    .deleteFrom('idempotency_mark')
    .where('owner_id', '=', parameter('projectId'))
    .where('idempotency_key', '=', parameter('key'))
    .where('id', '=', parameter('id')),
)

export const agedMark = prepareQuery<{ before: string }>()('aged idempotency mark', (parameter) =>
  builder.selectFrom('idempotency_mark').select('id').where('until', '<', parameter('before')).limit(1),
)

export const pruneMarks = prepareQuery<{ before: string }>()('prune idempotency marks', (parameter) =>
  builder.deleteFrom('idempotency_mark').where('until', '<', parameter('before')),
)

const PRUNED_AT_ONCE = 500

export const pruneRecords = prepareQuery<{ before: string }>()('prune idempotency records', (parameter) =>
  builder
    .deleteFrom('idempotency_record')
    .where(
      'created_at',
      'in',
      builder
        .selectFrom('idempotency_record')
        .select('created_at')
        .where('created_at', '<', parameter('before'))
        .orderBy('created_at')
        .limit(PRUNED_AT_ONCE),
    ),
)
