import { prepareQuery, queryBuilder } from '../../../database/query-builder.ts'
import type { AuditTables } from '../../../database/tables/audit-tables.ts'
import type { ChangeContext } from '../change-context.ts'
import type { EnvironmentCore } from '../environment-core.ts'
import type { AuditLog, AuditWriter } from './audit-log.ts'
import type { PersonalRow } from './audit-reader.ts'
import { SERVICE, type ChainId } from './chain-name.ts'

/** The action that counts values removed from the side table: `verifyChain` accepts no other gaps there. */
export const ERASE_PERSONAL = 'audit.erase_personal'

/** Where the service's chain counts values of the legacy chain, which is closed; `erased` counts its own chain's. */
export const LEGACY_ERASED = 'erasedInLegacy'

/** Values removed per transaction: some two milliseconds. */
const ERASED_AT_ONCE = 200

/** Who asked for an erasure, and in which project. */
export interface ErasureRecord {
  context: ChangeContext
  projectId: string | null
}

/** Identifies a row of the side table. */
export type PersonalPlace = Pick<PersonalRow, 'seq' | 'place'>

/**
 * Removes rows of the side table and, in the same transaction, appends to each of their chains the entry that counts
 * them. Every removal goes through here, so that `verifyChain` can tell an erasure from a deleted row.
 *
 * @param rows rows that were already erased are not counted
 * @returns how many were removed; if none, no entry is written
 */
export async function removePersonal(
  transaction: AuditWriter,
  audit: AuditLog,
  rows: readonly PersonalPlace[],
  record: ErasureRecord,
): Promise<number> {
  const erased = new Map<ChainId, number>()
  for (const row of rows) {
    if ((await transaction.run(deletePersonal, row)) === 0) continue
    const chain = (await transaction.first(chainOfEntry, row))?.chain ?? null
    erased.set(chain, (erased.get(chain) ?? 0) + 1)
  }
  for (const [chain, count] of erased) recordRemoval(transaction, audit, chain, count, record)
  return [...erased.values()].reduce((sum, count) => sum + count, 0)
}

/**
 * Erases values from the side table of one environment's audit. The entries and their proof stay; the log records that
 * something was erased, not what.
 */
export async function erasePersonal(
  core: EnvironmentCore,
  values: readonly string[],
  context: ChangeContext,
): Promise<{ erased: number }> {
  let erased = 0
  const record = { context, projectId: null }
  for (;;) {
    // Values have no index, because nothing else searches for them: this scan belongs on the reader thread.
    const found = await core.database.reader.all<PersonalPlace>('audit personal by value', personalByValue(values))
    if (found.length === 0) break
    erased += await core.database.write((transaction) => removePersonal(transaction, core.audit, found, record))
  }
  // A request is recorded even if there was nothing to erase.
  if (erased === 0)
    await core.database.write(async (transaction) => recordRemoval(transaction, core.audit, SERVICE, 0, record))
  return { erased }
}

function recordRemoval(
  transaction: AuditWriter,
  audit: AuditLog,
  chain: ChainId,
  erased: number,
  { context, projectId }: ErasureRecord,
): void {
  const ofProject = chain === null || chain === SERVICE ? projectId : chain
  audit.append(transaction, context, {
    action: ERASE_PERSONAL,
    target: ofProject === null ? { type: 'audit', id: null } : { type: 'project', id: ofProject },
    projectId: chain === SERVICE ? null : chain,
    after: chain === null ? { erased: 0, [LEGACY_ERASED]: erased } : { erased },
  })
}

const builder = queryBuilder<AuditTables>()

function personalByValue(values: readonly string[]) {
  return (
    builder
      .selectFrom('audit_personal')
      .select(['seq', 'place'])
      .where('value', 'in', values)
      // Who did something is not erased with a driver of the same name.
      .where('place', '!=', 'actor')
      .limit(ERASED_AT_ONCE)
  )
}

const deletePersonal = prepareQuery<PersonalPlace>()('erase personal', (parameter) =>
  builder.deleteFrom('audit_personal').where('seq', '=', parameter('seq')).where('place', '=', parameter('place')),
)

const chainOfEntry = prepareQuery<Pick<PersonalPlace, 'seq'>>()('audit chain of an entry', (parameter) =>
  builder.selectFrom('audit_entry').select('chain').where('seq', '=', parameter('seq')),
)
