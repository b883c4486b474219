import { ServiceError, type ErrorCode } from '../../domain/errors.ts'
import {
  agedMark,
  livingMark,
  pruneMarks,
  pruneRecords,
  recordByKey,
  removeMark,
  removeRecord,
  removeVoidMark,
  writeMark,
  writeRecord,
  type IdempotencyRequest,
} from './answer-store.ts'
import { showLife } from './cluster/instances.ts'
import { livingNow } from './cluster/member.ts'
import type { EnvironmentCore, EnvironmentTransaction } from './environment-core.ts'
import { newUuid } from './ids.ts'
import { inSlices } from './slices.ts'

export type { IdempotencyRequest } from './answer-store.ts'

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

/** How long a mark counts: far longer than the work that it announces takes. */
const MARK_MS = 5 * 60 * 1000
/** What a mark may end later than one written now, because its instance's clock differs. */
const CLOCKS_AGREE_MS = 5_000

/** Refusals that are replayed; after any other error the caller may retry with the same key. */
const KEPT_ERRORS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'error.bad_request',
  'error.card_already_active',
  'error.card_not_found',
  'error.webhook_not_found',
  'error.delivery_not_found',
  'error.webhook_already_exists',
])

interface Earlier {
  replay: (Answer & { replayed: true }) | null
  /** An answer is still there, but too old to be repeated. */
  isExpired: boolean
}

interface AnswerOptions {
  /** Whether the work may run beside others: see `Store.writeBeside`. */
  locksRows?: boolean
}

export interface AnswerOnce {
  (
    request: IdempotencyRequest | null,
    work: (transaction: EnvironmentTransaction) => Promise<Answer>,
    answerOf: (refusal: ServiceError) => Answer,
    options?: AnswerOptions,
  ): Promise<Answer & { replayed: boolean }>
  /**
   * The same for work outside a transaction, such as waiting for a receiver's response. A mark in the database comes
   * first, so that a repetition meanwhile gets `error.idempotency_conflict`, also from another instance. The mark is
   * void once its instance is known to be dead, or after five minutes.
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
  const { database, wallClock } = core
  const inMs = (ms: number) => new Date(wallClock.now().getTime() + ms).toISOString()
  const earlier = async (transaction: EnvironmentTransaction, request: IdempotencyRequest): Promise<Earlier> => {
    if ((await transaction.first(livingMark, { ...request, ...validity() })) !== undefined)
      throw new ServiceError('error.idempotency_conflict', 'A request with this Idempotency-Key is still running')
    const known = await transaction.first(recordByKey, request)
    if (known === undefined) return { replay: null, isExpired: false }
    if (Date.parse(known.created_at) <= wallClock.now().getTime() - KEPT_MS) return { replay: null, isExpired: true }
    const same =
      known.method === request.method &&
      known.path === request.path &&
      Buffer.compare(known.body_hash, request.bodyHash) === 0
    if (!same) throw new ServiceError('error.idempotency_mismatch', 'This Idempotency-Key was used for another request')
    return { replay: { status: known.status, body: known.body, replayed: true }, isExpired: false }
  }
  const validity = () => ({ ...livingNow(core), now: inMs(0), latest: inMs(MARK_MS + CLOCKS_AGREE_MS) })
  const keep = async (
    transaction: EnvironmentTransaction,
    request: IdempotencyRequest,
    answer: Answer,
    isExpired: boolean,
  ) => {
    if (isExpired) await transaction.run(removeRecord, request)
    // Of two instances that answer at the same moment, one fails here, runs again and finds the other's record.
    await transaction.run(writeRecord, {
      ...request,
      status: answer.status,
      body: answer.keptBody ?? answer.body,
      createdAt: inMs(0),
    })
  }
  const answerOnce = (
    request: IdempotencyRequest | null,
    work: (transaction: EnvironmentTransaction) => Promise<Answer>,
    answerOf: (refusal: ServiceError) => Answer,
    { locksRows = false }: AnswerOptions = {},
  ) =>
    (locksRows ? database.writeBeside : database.write)(
      async (transaction): Promise<Answer & { replayed: boolean }> => {
        if (request === null) return { ...(await work(transaction)), replayed: false }
        const { replay, isExpired } = await earlier(transaction, request)
        if (replay !== null) return replay
        const answer = await keptAnswer(() => transaction.attempt(() => work(transaction)), answerOf)
        await keep(transaction, request, answer, isExpired)
        return { ...answer, replayed: false }
      },
    )
  const waiting: AnswerOnce['waiting'] = async (request, work, answerOf) => {
    if (request === null) return { ...(await work()), replayed: false }
    const mark = { ...request, id: newUuid(), instanceId: core.instanceId }
    const { replay, isExpired } = await database.write(async (transaction) => {
      const known = await earlier(transaction, request)
      if (known.replay !== null) return known
      await transaction.run(removeVoidMark, { ...request, ...validity() })
      // Fails if another instance marks it at the same moment; the work then runs again and finds the mark.
      await transaction.run(writeMark, { ...mark, until: inMs(MARK_MS) })
      await showLife(transaction, core)
      return known
    })
    if (replay !== null) return replay
    try {
      const answer = await keptAnswer(work, answerOf)
      await database.write(async (transaction) => {
        // Taken over: the present holder of the mark keeps its own answer.
        if ((await transaction.run(removeMark, mark)) > 0) await keep(transaction, request, answer, isExpired)
      })
      return { ...answer, replayed: false }
    } catch (error) {
      await database
        .write((transaction) => transaction.run(removeMark, mark))
        .catch((cause: unknown) =>
          core.logger.log('warn', 'an Idempotency-Key stays marked for some minutes', { error: String(cause) }),
        )
      throw error
    }
  }
  return Object.assign(answerOnce, { waiting })
}

/** Removes records older than 24 h, a bounded number at a time. */
export async function pruneIdempotencyRecords(core: EnvironmentCore, goOn: () => boolean): Promise<void> {
  const before = new Date(core.wallClock.now().getTime() - KEPT_MS).toISOString()
  await inSlices(core.database, (transaction) => transaction.run(pruneRecords, { before }), { goOn })
  // Left behind by a crash.
  if (goOn() && (await core.database.first(agedMark, { before })) !== undefined)
    await core.database.write((transaction) => transaction.run(pruneMarks, { before }))
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
