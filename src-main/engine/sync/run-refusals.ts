import { always, jsonField, jsonNumber, jsonRows, wholeNumber } from '../../database/primitives.ts'
import { KEPT_REFUSED_ROWS, type RefusedRow } from '../../domain/sync/refused-row.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { EnvironmentSession, EnvironmentTransaction } from '../kernel/environment-core.ts'

/**
 * Keeps the rows that a run refuses: the first thousand, each once, even if read again after an interruption.
 *
 * @param kept how many the run has already
 * @returns how many were added
 */
export async function keepRefusals(
  transaction: EnvironmentTransaction,
  run: { seq: number; projectKey: number; kept: number },
  refused: readonly RefusedRow[],
): Promise<number> {
  const rows = refused.slice(0, Math.max(0, KEPT_REFUSED_ROWS - run.kept))
  if (rows.length === 0) return 0
  return transaction.run(insertRefusals, {
    runSeq: run.seq,
    projectKey: run.projectKey,
    rows: JSON.stringify(rows),
  })
}

/** For a run that starts over. */
export async function forgetRefusals(transaction: EnvironmentTransaction, runSeq: number): Promise<void> {
  await transaction.run(removeRefusals, { runSeq })
}

/** The rows kept with a run, in the order of the list or the file. */
export async function refusalsOfRun(session: EnvironmentSession, runSeq: number): Promise<RefusedRow[]> {
  return (await session.all(refusalsOf, { runSeq })).map(refusedRow)
}

/** The first rows kept with a run, in the order in which they were refused. */
export async function firstRefusals(session: EnvironmentSession, runSeq: number, limit: number): Promise<RefusedRow[]> {
  return (await session.all(refusalsFrom, { runSeq, limit })).map(refusedRow)
}

function refusedRow({
  card_number: cardNumber,
  provider_card_id: providerCardId,
  ...rest
}: NonNullable<(typeof refusalsOf)['row']>): RefusedRow {
  return { ...rest, cardNumber, providerCardId }
}

const builder = queryBuilder<EnvironmentSchema>()

/** A single statement, because a page may refuse hundreds of rows. */
const insertRefusals = prepareQuery<{ runSeq: number; projectKey: number; rows: string }>()(
  'keep refused rows',
  (parameter) =>
    builder
      .insertInto('sync_refusal')
      .columns(['run_seq', 'project_key', 'page', 'row', 'card_number', 'provider_card_id', 'code', 'reason'])
      .expression(
        builder
          .selectFrom(jsonRows(parameter('rows')))
          .select([
            wholeNumber(parameter('runSeq')).as('run_seq'),
            wholeNumber(parameter('projectKey')).as('project_key'),
            jsonNumber('page').as('page'),
            jsonNumber('row').as('row'),
            jsonField<string | null>('cardNumber').as('card_number'),
            jsonField<string | null>('providerCardId').as('provider_card_id'),
            jsonField<string>('code').as('code'),
            jsonField<string>('reason').as('reason'),
          ])
          .where(always()),
      )
      .onConflict((conflict) => conflict.columns(['run_seq', 'page', 'row']).doNothing()),
)

const removeRefusals = prepareQuery<{ runSeq: number }>()('forget refused rows', (parameter) =>
  builder.deleteFrom('sync_refusal').where('run_seq', '=', parameter('runSeq')),
)

const COLUMNS = ['page', 'row', 'card_number', 'provider_card_id', 'code', 'reason'] as const

const refusalsOf = prepareQuery<{ runSeq: number }>()('refused rows of run', (parameter) =>
  builder
    .selectFrom('sync_refusal')
    .select(COLUMNS)
    .where('run_seq', '=', parameter('runSeq'))
    .orderBy('page')
    .orderBy('row'),
)

const refusalsFrom = prepareQuery<{ runSeq: number; limit: number }>()('first refused rows of run', (parameter) =>
  builder
    .selectFrom('sync_refusal')
    .select(COLUMNS)
    .where('run_seq', '=', parameter('runSeq'))
    .orderBy('seq')
    .limit(parameter('limit')),
)
