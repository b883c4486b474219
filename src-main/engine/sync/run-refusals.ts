import { sql } from 'kysely'
import { KEPT_REFUSED_ROWS, type RefusedRow } from '../../domain/sync/refused-row.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { EnvironmentSession, EnvironmentTransaction } from '../kernel/environment-core.ts'

/** The rows that a run refuses: its first thousand are kept, the others are only counted. */
export interface RunRefusals {
  /** How many are kept, as of the last `save`. */
  readonly kept: number
  add(refused: RefusedRow): void
  /** Writes what was added since the last time. A row that was read before an interruption already is not kept twice. */
  save(transaction: EnvironmentTransaction): Promise<void>
  /** The run begins anew. */
  forget(transaction: EnvironmentTransaction): Promise<void>
}

/** @param kept how many are kept already, where the run goes on */
export function openRunRefusals(runSeq: number, projectKey: number, kept: number): RunRefusals {
  let added: RefusedRow[] = []
  return {
    get kept() {
      return kept
    },
    add: (refused) => {
      if (kept + added.length < KEPT_REFUSED_ROWS) added.push(refused)
    },
    save: async (transaction) => {
      if (added.length > 0)
        kept += await transaction.run(keepRefusals, { runSeq, projectKey, rows: JSON.stringify(added) })
      added = []
    },
    forget: async (transaction) => {
      await transaction.run(forgetRefusals, { runSeq })
      kept = 0
      added = []
    },
  }
}

/** The rows that are kept with a run, in the order of the list or the file. */
export async function refusalsOfRun(session: EnvironmentSession, runSeq: number): Promise<RefusedRow[]> {
  return (await session.all(refusalsOf, { runSeq })).map(
    ({ card_number: cardNumber, provider_card_id: providerCardId, ...rest }) => ({
      ...rest,
      cardNumber,
      providerCardId,
    }),
  )
}

const builder = queryBuilder<EnvironmentSchema>()

const cell = <Type>(path: keyof RefusedRow) => sql<Type>`value ->> ${sql.lit(path)}`

/** One statement however many there are: a page can refuse hundreds. `true` ends what the conflict would be taken for a join's. */
const keepRefusals = prepareQuery<{ runSeq: number; projectKey: number; rows: string }>()(
  'keep refused rows',
  (parameter) =>
    builder
      .insertInto('sync_refusal')
      .columns(['run_seq', 'project_key', 'page', 'row', 'card_number', 'provider_card_id', 'code', 'reason'])
      .expression(
        builder
          .selectFrom(sql<{ value: string }>`json_each(${parameter('rows')})`.as('entry'))
          .select([
            sql<number>`${parameter('runSeq')}`.as('run_seq'),
            sql<number>`${parameter('projectKey')}`.as('project_key'),
            cell<number>('page').as('page'),
            cell<number>('row').as('row'),
            cell<string | null>('cardNumber').as('card_number'),
            cell<string | null>('providerCardId').as('provider_card_id'),
            cell<string>('code').as('code'),
            cell<string>('reason').as('reason'),
          ])
          .where(sql<boolean>`true`),
      )
      .onConflict((conflict) => conflict.columns(['run_seq', 'page', 'row']).doNothing()),
)

const forgetRefusals = prepareQuery<{ runSeq: number }>()('forget refused rows', (parameter) =>
  builder.deleteFrom('sync_refusal').where('run_seq', '=', parameter('runSeq')),
)

const refusalsOf = prepareQuery<{ runSeq: number }>()('refused rows of run', (parameter) =>
  builder
    .selectFrom('sync_refusal')
    .select(['page', 'row', 'card_number', 'provider_card_id', 'code', 'reason'])
    .where('run_seq', '=', parameter('runSeq'))
    .orderBy('page')
    .orderBy('row'),
)
