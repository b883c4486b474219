import { ServiceError, type ErrorCode } from '../../domain/errors.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { EnvironmentCore, EnvironmentTransaction } from './environment-core.ts'
import { inSlices } from './slices.ts'

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

/** An answer as bytes, so that a repeated request gets the same ones. */
export interface Answer {
  status: number
  /** JSON text. */
  body: string
  /** The body to replay instead, if the original contains a secret that is shown only once. */
  keptBody?: string | undefined
}

/** How long records are kept, in wall time (`docs/api/idempotency.md`). */
const KEPT_MS = 24 * 60 * 60 * 1000

/** Refusals that are replayed; after any other error the caller may retry with the same key. */
const KEPT_ERRORS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'error.bad_request',
  'error.card_already_active',
  'error.card_not_found',
  'error.webhook_not_found',
  'error.delivery_not_found',
  'error.webhook_already_exists',
])

export interface AnswerOnce {
  (
    request: IdempotencyRequest | null,
    work: (transaction: EnvironmentTransaction) => Promise<Answer>,
    answerOf: (refusal: ServiceError) => Answer,
  ): Promise<Answer & { replayed: boolean }>
  /**
   * The same for work outside a transaction, such as waiting for a receiver's response. It is marked as running first,
   * so that a repetition meanwhile gets `error.idempotency_conflict`. The mark is in memory and does not survive a
   * crash.
   */
  waiting(
    request: IdempotencyRequest | null,
    work: () => Promise<Answer>,
    answerOf: (refusal: ServiceError) => Answer,
  ): Promise<Answer & { replayed: boolean }>
}

/**
 * Runs `work` in a transaction and, if the caller sent an idempotency key, records the answer in the same transaction:
 * even after a crash between change and answer, a repetition gets the first answer.
 *
 * @throws ServiceError `error.idempotency_mismatch` when the key was used for another request; whatever `work` throws
 */
export function createAnswerOnce(core: EnvironmentCore): AnswerOnce {
  /** Running requests, each with an object that identifies its call. */
  const running = new Map<string, object>()
  const markOf = (request: IdempotencyRequest) => `${request.projectId} ${request.key}`
  const earlier = async (
    transaction: EnvironmentTransaction,
    request: IdempotencyRequest,
    own?: object,
  ): Promise<(Answer & { replayed: true }) | null> => {
    const marked = running.get(markOf(request))
    if (marked !== undefined && marked !== own)
      throw new ServiceError('error.idempotency_conflict', 'A request with this Idempotency-Key is still running')
    const known = await transaction.first(recordByKey, request)
    if (known === undefined || Date.parse(known.created_at) <= core.wallClock.now().getTime() - KEPT_MS) return null
    const same =
      known.method === request.method &&
      known.path === request.path &&
      Buffer.compare(known.body_hash, request.bodyHash) === 0
    if (!same) throw new ServiceError('error.idempotency_mismatch', 'This Idempotency-Key was used for another request')
    return { status: known.status, body: known.body, replayed: true }
  }
  const keep = async (transaction: EnvironmentTransaction, request: IdempotencyRequest, answer: Answer) => {
    await transaction.run(writeRecord, {
      ...request,
      status: answer.status,
      body: answer.keptBody ?? answer.body,
      createdAt: core.wallClock.now().toISOString(),
    })
  }
  const answerOnce = (
    request: IdempotencyRequest | null,
    work: (transaction: EnvironmentTransaction) => Promise<Answer>,
    answerOf: (refusal: ServiceError) => Answer,
  ) =>
    core.database.write(async (transaction): Promise<Answer & { replayed: boolean }> => {
      if (request === null) return { ...(await work(transaction)), replayed: false }
      const replay = await earlier(transaction, request)
      if (replay !== null) return replay
      const answer = await keptAnswer(() => transaction.attempt(() => work(transaction)), answerOf)
      await keep(transaction, request, answer)
      return { ...answer, replayed: false }
    })
  const waiting: AnswerOnce['waiting'] = async (request, work, answerOf) => {
    if (request === null) return { ...(await work()), replayed: false }
    const own = {}
    try {
      const replay = await core.database.write(async (transaction) => {
        const known = await earlier(transaction, request, own)
        // Marked within the transaction: of two simultaneous requests, the second finds the mark.
        if (known === null) running.set(markOf(request), own)
        return known
      })
      if (replay !== null) return replay
      const answer = await keptAnswer(work, answerOf)
      await core.database.write((transaction) => keep(transaction, request, answer))
      return { ...answer, replayed: false }
    } finally {
      // Also after a failure of the commit, which is shared with other work.
      if (running.get(markOf(request)) === own) running.delete(markOf(request))
    }
  }
  return Object.assign(answerOnce, { waiting })
}

/** Removes records older than 24 h, a bounded number at a time. */
export async function pruneIdempotencyRecords(core: EnvironmentCore, goOn: () => boolean): Promise<void> {
  const before = new Date(core.wallClock.now().getTime() - KEPT_MS).toISOString()
  await inSlices(core.database, (transaction) => transaction.run(pruneRecords, { before }), { goOn })
}

/** Turns refusals that are kept into answers; rethrows other errors. */
async function keptAnswer(work: () => Promise<Answer>, answerOf: (refusal: ServiceError) => Answer): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ServiceError && KEPT_ERRORS.has(error.code)) return answerOf(error)
    throw error
  }
}

const builder = queryBuilder<EnvironmentSchema>()

const recordByKey = prepareQuery<{ projectId: string; apiKeyId: string; key: string }>()(
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

const writeRecord = prepareQuery<IdempotencyRequest & { status: number; body: string; createdAt: string }>()(
  'write idempotency record',
  (parameter) =>
    builder
      .insertInto('idempotency_record')
      .orReplace() // an expired record may still be there
      .values({
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

const PRUNED_AT_ONCE = 500

const pruneRecords = prepareQuery<{ before: string }>()('prune idempotency records', (parameter) =>
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
