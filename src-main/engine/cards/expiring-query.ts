import type { Kysely } from 'kysely'
import type { ReplacementState } from '../../domain/cards/expiring.ts'
import { literal, monthOf } from '../../database/primitives.ts'
import { queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import { CARD_COLUMNS } from '../ledger/card-row.ts'

/** The queries of the expiry workbench, all along the index `card_expiring`. */

type Build = Kysely<EnvironmentSchema>

export interface ExpiringDays {
  projectKey: number
  /** ISO calendar dates; `before` is not included. */
  from: string
  before: string
  state?: ReplacementState | undefined
}

/** A page, by last day. Whole cards are read for the page alone, whatever was skipped. */
export function expiringPage(build: Build, days: ExpiringDays, { limit, offset }: { limit: number; offset: number }) {
  return build
    .with('page', (builder) =>
      expiring(builder, days)
        .select(['seq', 'expiration_date as last_day'])
        .orderBy('expiration_date')
        .orderBy('seq')
        .limit(limit)
        .offset(offset),
    )
    .selectFrom('page')
    .innerJoin('card', 'card.seq', 'page.seq')
    .select(CARD_COLUMNS.map((column) => `card.${column}` as const))
    .orderBy('page.last_day')
    .orderBy('page.seq')
}

export function expiringTotal(build: Build, days: ExpiringDays) {
  return expiring(build, days).select(({ fn }) => fn.countAll<number>().as('total'))
}

/** How many are in use and how many handed over, by month such as `2027-01`. */
export function expiringByMonth(build: Build, days: ExpiringDays) {
  return expiring(build, days)
    .select(({ fn }) => [monthOf('expiration_date').as('month'), 'status', fn.countAll<number>().as('count')])
    .groupBy([monthOf('expiration_date'), 'status'])
}

/** The expiring cards whose replacement has arrived, by month. */
export function arrivedByMonth(build: Build, days: ExpiringDays) {
  return expiring(build, { ...days, state: 'arrived' })
    .select(({ fn }) => [monthOf('expiration_date').as('month'), fn.countAll<number>().as('count')])
    .groupBy(monthOf('expiration_date'))
}

/** The replacements that have arrived, by the last day of the card that each replaces. */
export function arrivedPairs({ projectKey, from, before }: ExpiringDays) {
  return waiting(projectKey)
    .select([
      'replacement.id as card_id',
      'replacement.seq',
      'replacement.created_at',
      'replaced.id as replaces_card_id',
    ])
    .where('replaced.project_key', '=', projectKey)
    .where('replaced.status', '=', literal('active'))
    .where('replaced.expiration_date', '>=', `${from}T00:00:00.000Z`)
    .where('replaced.expiration_date', '<', `${before}T00:00:00.000Z`)
    .orderBy('replaced.expiration_date')
    .orderBy('replaced.seq')
}

function expiring(build: Pick<Build, 'selectFrom'>, { projectKey, from, before, state }: ExpiringDays) {
  const query = build
    .selectFrom('card')
    .where('project_key', '=', projectKey)
    .where('expiration_date', '>=', `${from}T00:00:00.000Z`)
    .where('expiration_date', '<', `${before}T00:00:00.000Z`)
    // In the words of the index, whose condition it is.
    .where(({ or, eb }) => or([eb('status', '=', literal('active')), eb('reason', '=', literal('replaced'))]))
  if (state === undefined) return query
  if (state === 'handed_over') return query.where('status', '<>', 'active')
  return query.where('status', '=', 'active').where('seq', state === 'arrived' ? 'in' : 'not in', awaiting(projectKey))
}

function awaiting(projectKey: number) {
  return waiting(projectKey).select('replaced.seq')
}

/** The replacements that are there, and neither in use nor disabled for a reason. */
function waiting(projectKey: number) {
  return queryBuilder<EnvironmentSchema>()
    .selectFrom('card as replacement')
    .innerJoin('card as replaced', 'replaced.id', 'replacement.replaces_card_id')
    .where('replacement.project_key', '=', projectKey)
    .where('replacement.replaces_card_id', 'is not', null)
    .where('replacement.status', '<>', 'active')
    .where('replacement.reason', 'is', null)
}
