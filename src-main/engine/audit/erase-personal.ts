import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { AuditTables } from '../../database/schema.ts'
import type { ChangeContext } from '../cards/card-service.ts'
import type { EnvironmentCore } from '../environment.ts'
import type { PersonalRow } from './audit-reader.ts'

/** Values removed in one transaction: some two milliseconds. */
const ERASED_AT_ONCE = 200

/**
 * Erases values from the side table of one environment's audit. The entries themselves, and what they prove, stay;
 * that something was erased is recorded, not what.
 */
export async function erasePersonal(core: EnvironmentCore, values: readonly string[], context: ChangeContext): Promise<{ erased: number }> {
  let erased = 0
  for (;;) {
    // Looked for on the reader thread: values have no index, since nothing else ever asks for them.
    const found = await core.database.reader.all<Pick<PersonalRow, 'seq' | 'place'>>('audit personal by value', personalByValue(values).compile())
    if (found.length === 0) break
    erased += await core.database.write((transaction) => found.reduce((sum, row) => sum + transaction.run(deletePersonal, row), 0))
  }
  await core.database.write((transaction) => {
    core.audit.append(transaction, {
      time: core.wallClock.now().toISOString(),
      actor: context.actor,
      channel: context.channel,
      action: 'audit.erase_personal',
      target: { type: 'audit', id: null },
      projectId: null,
      reason: context.reason,
      after: { erased },
    })
    return undefined
  })
  return { erased }
}

const builder = queryBuilder<AuditTables>()

function personalByValue(values: readonly string[]) {
  return builder.selectFrom('audit_personal').select(['seq', 'place']).where('value', 'in', values).limit(ERASED_AT_ONCE)
}

const deletePersonal = prepareQuery<Pick<PersonalRow, 'seq' | 'place'>>()('erase personal', (parameter) =>
  builder.deleteFrom('audit_personal').where('seq', '=', parameter('seq')).where('place', '=', parameter('place')),
)
