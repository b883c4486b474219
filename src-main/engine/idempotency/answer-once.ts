import { ServiceError, type ErrorCode } from '../../domain/errors.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { EnvironmentCore, EnvironmentTransaction } from '../environment.ts'

/** What identifies a request that a caller may repeat. */
export interface IdempotencyRequest {
  apiKeyId: string
  /** The caller's `Idempotency-Key`. */
  key: string
  method: string
  path: string
  /** SHA-256 of the body as it was sent. */
  bodyHash: Uint8Array
}

/** An answer as bytes, so that a repetition gets the same ones. */
export interface Answer {
  status: number
  /** JSON text. */
  body: string
}

/** Records are kept for 24 h of wall time (decisions, section 4). */
const KEPT_MS = 24 * 60 * 60 * 1000

/** Refusals that repeat as they were; all other errors let the caller try the same key again. */
const KEPT_ERRORS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'error.card_not_activated', 'error.card_already_active', 'error.card_already_enabled', 'error.card_already_disabled',
  'error.card_not_found', 'error.webhook_not_found', 'error.delivery_not_found', 'error.webhook_already_exists',
])

export type AnswerOnce = (
  request: IdempotencyRequest | null,
  work: (transaction: EnvironmentTransaction) => Answer,
  answerOf: (refusal: ServiceError) => Answer,
) => Promise<Answer & { replayed: boolean }>

/**
 * Runs `work` in a transaction and, where the caller gave an idempotency key, records the answer in the same
 * transaction: after a crash between the change and the answer, a repetition still gets the first answer.
 *
 * @throws ServiceError `error.idempotency_mismatch` when the key was used for another request; whatever `work` throws
 */
export function createAnswerOnce(core: EnvironmentCore): AnswerOnce {
  return (request, work, answerOf) =>
    core.database.write((transaction) => {
      if (request === null) return { ...work(transaction), replayed: false }
      const now = core.wallClock.now().getTime()
      const known = transaction.first(recordByKey, { apiKeyId: request.apiKeyId, key: request.key })
      if (known !== undefined && Date.parse(known.created_at) > now - KEPT_MS) {
        const same = known.method === request.method && known.path === request.path && Buffer.compare(known.body_hash, request.bodyHash) === 0
        if (!same) throw new ServiceError('error.idempotency_mismatch', 'This Idempotency-Key was used for another request')
        return { status: known.status, body: known.body, replayed: true }
      }
      const answer = attemptWork(transaction, work, answerOf)
      transaction.run(writeRecord, { ...request, status: answer.status, body: answer.body, createdAt: new Date(now).toISOString() })
      return { ...answer, replayed: false }
    })
}

/** Removes records older than 24 h, a bounded number at a time; returns how many went. */
export function pruneIdempotencyRecords(core: EnvironmentCore): Promise<number> {
  const before = new Date(core.wallClock.now().getTime() - KEPT_MS).toISOString()
  return core.database.write((transaction) => transaction.run(pruneRecords, { before }))
}

/** A refusal undoes what was done so far and is an answer like any other; other errors end the transaction. */
function attemptWork(transaction: EnvironmentTransaction, work: (transaction: EnvironmentTransaction) => Answer, answerOf: (refusal: ServiceError) => Answer): Answer {
  try {
    return transaction.attempt(() => work(transaction))
  } catch (error) {
    if (error instanceof ServiceError && KEPT_ERRORS.has(error.code)) return answerOf(error)
    throw error
  }
}

const builder = queryBuilder<EnvironmentSchema>()

const recordByKey = prepareQuery<{ apiKeyId: string; key: string }>()('idempotency record', (parameter) =>
  builder
    .selectFrom('idempotency_record')
    .select(['method', 'path', 'body_hash', 'status', 'body', 'created_at'])
    .where('api_key_id', '=', parameter('apiKeyId'))
    .where('idempotency_key', '=', parameter('key')),
)

const writeRecord = prepareQuery<IdempotencyRequest & Answer & { createdAt: string }>()('write idempotency record', (parameter) =>
  builder
    .insertInto('idempotency_record')
    .orReplace() // an outdated record may still be there
    .values({
      api_key_id: parameter('apiKeyId'),
      idempotency_key: parameter('key'),
      method: parameter('method'),
      path: parameter('path'),
      body_hash: parameter('bodyHash'),
      status: parameter('status'),
      body: parameter('body'),
      created_at: parameter('createdAt'),
    }),
)

const PRUNED_AT_ONCE = 500

const pruneRecords = prepareQuery<{ before: string }>()('prune idempotency records', (parameter) =>
  builder
    .deleteFrom('idempotency_record')
    .where('created_at', 'in', builder.selectFrom('idempotency_record').select('created_at').where('created_at', '<', parameter('before')).orderBy('created_at').limit(PRUNED_AT_ONCE)),
)
