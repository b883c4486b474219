import { expressionBuilder } from 'kysely'
import { SKIP_MESSAGES, type BulkOutcome, type BulkResult, type BulkResultsInput } from '../../domain/cards/bulk.ts'
import { defaultMessage } from '../../domain/errors.ts'
import { PROVIDER_FACTS } from '../../database/primitives.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { EnvironmentCore } from '../kernel/environment-core.ts'
import { claimBy } from '../ledger/provider-facts.ts'
import { isErrorCode, publicCode } from './bulk-code.ts'
import type { PlannedItem } from './bulk-prepare.ts'
import type { Reference } from './bulk-selection.ts'
import { ownOf } from './bulk-target.ts'
import type { BulkJobRow } from './bulk-store.ts'

/** A page of results in the order of the selection, read on the reader thread like everything in this file. */
export async function readResults(
  core: EnvironmentCore,
  job: BulkJobRow,
  { page, limit, outcome }: BulkResultsInput,
): Promise<{ docs: BulkResult[]; total: number }> {
  const cancelled = job.state === 'cancelled'
  // Cards that a cancelled job never reached are unchanged.
  const { fn, ref, val } = expressionBuilder<EnvironmentSchema, 'bulk_item'>()
  const shown = cancelled
    ? fn.coalesce(ref('outcome'), val<BulkOutcome>('skipped'))
    : ref('outcome').$castTo<BulkOutcome>()
  let query = core.database.build.selectFrom('bulk_item').where('job_seq', '=', job.seq)
  if (outcome !== undefined) query = query.where(shown, '=', outcome)
  else if (!cancelled) query = query.where('outcome', 'is not', null)
  const docs = query
    .select(['card_id', 'card_number', 'code', 'message'])
    .select(shown.as('outcome'))
    .orderBy('position')
    .limit(limit)
    .offset((page - 1) * limit)
  const rows = await core.database.reader.all('bulk results', docs)
  const truths = await truthsOf(
    core,
    rows.flatMap(({ card_id }) => card_id ?? []),
  )
  return { docs: rows.map((row) => resultOf(row, truths.get(row.card_id ?? ''))), total: countOf(job, outcome) }
}

type Truth = Pick<BulkResult, 'claim' | 'providerMessage'>
const AS_SHOWN: Truth = { claim: null, providerMessage: null }

/** What is true at the provider of those of the cards that it did not follow. */
async function truthsOf(core: EnvironmentCore, cardIds: string[]): Promise<Map<string, Truth>> {
  if (cardIds.length === 0) return new Map()
  const query = core.database.build
    .selectFrom('card')
    .select(['id', 'status', 'sync_error_message', PROVIDER_FACTS.as('facts')])
    .where('id', 'in', cardIds)
    .where('sync_status', '<>', 'synced')
  const rows = await core.database.reader.all('cards of bulk results', query)
  return new Map(rows.map((row) => [row.id, { claim: claimBy(row), providerMessage: row.sync_error_message }]))
}

function countOf(job: BulkJobRow, outcome: BulkOutcome | undefined): number {
  if (outcome === undefined) return job.state === 'cancelled' ? job.total : job.done
  return { done: job.succeeded, refused: job.failed, skipped: job.skipped }[outcome]
}

function resultOf(
  row: {
    card_id: string | null
    card_number: string | null
    outcome: BulkOutcome
    code: string | null
    message: string | null
  },
  truth: Truth = AS_SHOWN,
): BulkResult {
  const { code, reason } = publicCode(row.code ?? (row.outcome === 'skipped' ? 'skip.cancelled' : null))
  return {
    cardId: row.card_id,
    cardNumber: row.card_number,
    outcome: row.outcome,
    code,
    reason,
    message: row.message ?? (code === null ? null : messageOf(code)),
    ...truth,
  }
}

function messageOf(code: string): string {
  if (code in SKIP_MESSAGES) return SKIP_MESSAGES[code as keyof typeof SKIP_MESSAGES]
  return isErrorCode(code) ? defaultMessage(code) : code
}

const READ_AT_ONCE = 500

/** The cards that a job changed, with the revision it left them at: what an undo needs. */
export async function* changedBy(core: EnvironmentCore, jobSeq: number): AsyncGenerator<PlannedItem[]> {
  for (let after = 0; ;) {
    const query = core.database.build
      .selectFrom('bulk_item')
      .select(['position', 'card_id', 'card_number', 'revision', 'replaces_card_id'])
      .where('job_seq', '=', jobSeq)
      .where('outcome', '=', 'done')
      .where('position', '>', after)
      .orderBy('position')
      .limit(READ_AT_ONCE)
    const rows = await core.database.reader.all('changed by bulk job', query)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.map((row) => ({
      cardId: row.card_id,
      cardNumber: row.card_number,
      licensePlate: null,
      driver: null,
      own: {},
      refusal: null,
      replaces: row.replaces_card_id === null ? null : { cardId: row.replaces_card_id },
      revision: row.revision,
    }))
    after = last.position
  }
}

/** The refused cards that may succeed next time; a faulty row stays faulty. */
export async function refusedBy(core: EnvironmentCore, job: BulkJobRow): Promise<Reference[]> {
  const query = core.database.build
    .selectFrom('bulk_item')
    .select(['card_id', 'card_number', 'license_plate', 'driver', 'own_fields', 'replaces_card_id'])
    .where('job_seq', '=', job.seq)
    .where('outcome', '=', 'refused')
    .where('code', '<>', 'error.validation')
    .orderBy('position')
  const rows = await core.database.reader.all('refused by bulk job', query)
  const needsRow = job.command === 'activate' || job.command === 'update'
  return rows.map((row) => {
    const replacesCardId = row.replaces_card_id ?? undefined
    return row.card_id !== null && (!needsRow || replacesCardId !== undefined)
      ? { cardId: row.card_id, replacesCardId }
      : {
          row: {
            cardNumber: row.card_number ?? '',
            licensePlate: row.license_plate,
            driver: row.driver,
            ...ownOf(row.own_fields),
          },
        }
  })
}
