import type { Clock } from '../../domain/clock.ts'
import type { Session, Store, Transaction } from '../../database/store.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { ControlSchema } from '../../database/schema.ts'
import { createAuditLog, type AuditLog } from './audit/audit-log.ts'
import { newUuid } from './ids.ts'
import type { DataKey } from './secrets/data-key.ts'

export type ControlTransaction = Transaction<ControlSchema>

/** What the capabilities on the control database share: projects, API keys, sessions, settings. */
export interface ControlCore {
  /** Identifies this opening of the engine: what it claims is its own until it is known to be dead. */
  readonly instanceId: string
  readonly database: Store<ControlSchema>
  readonly audit: AuditLog
  readonly wallClock: Clock
}

export function createControlCore(
  database: Store<ControlSchema>,
  dataKey: DataKey,
  wallClock: Clock,
  instanceId = newUuid(),
): ControlCore {
  return { instanceId, database, audit: createAuditLog(dataKey.derive('audit/control'), wallClock), wallClock }
}

/** One setting's text, or null if it was never set. */
export async function readSetting(session: Session<ControlSchema>, name: string): Promise<string | null> {
  return (await session.first(settingByName, { name }))?.value ?? null
}

export async function writeSetting(transaction: ControlTransaction, name: string, value: string): Promise<void> {
  await transaction.run(upsertSetting, { name, value })
}

const builder = queryBuilder<ControlSchema>()

const settingByName = prepareQuery<{ name: string }>()('setting', (parameter) =>
  builder.selectFrom('setting').select('value').where('name', '=', parameter('name')),
)

const upsertSetting = prepareQuery<{ name: string; value: string }>()('write setting', (parameter) =>
  builder
    .insertInto('setting')
    .values({ name: parameter('name'), value: parameter('value') })
    .onConflict((conflict) => conflict.column('name').doUpdateSet((set) => ({ value: set.ref('excluded.value') }))),
)
