import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { StoreOrigin } from '../../database/store-status.ts'
import { byRestore } from '../kernel/change-context.ts'
import type { EnvironmentCore, EnvironmentSession } from '../kernel/environment-core.ts'
import { holdEnvironment, ORIGIN_STATE } from '../kernel/hold.ts'
import { holdRestoredPlans } from './restored-plans.ts'
import { holdRestoredPushes } from './restored-pushes.ts'

type Whereabouts = Omit<StoreOrigin, 'wasCutShort'>

/**
 * Holds an environment that came back from a backup of its server, as a restore of a desk does: what was waiting then
 * may have been sent since. A backup carries the mark of the server that it was made on. Call before anything may be
 * sent.
 */
export async function holdIfRestored(core: EnvironmentCore): Promise<void> {
  const origin = await core.database.origin()
  if (origin === null) return
  const { wasCutShort, ...place } = origin
  if (isSame(await knownPlace(core.database), place)) return
  await core.database.write(async (transaction) => {
    const known = await knownPlace(transaction)
    if (isSame(known, place)) return
    const row = { name: ORIGIN_STATE, value: JSON.stringify(place) }
    await transaction.run(
      transaction.build
        .insertInto('environment_state')
        .values(row)
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: row.value })),
    )
    if (known === null || (isOn(known, place) && !wasCutShort)) return
    const backup = `a backup of the server, now ${core.database.file}`
    await holdRestoredPushes(transaction)
    await holdRestoredPlans(transaction)
    await holdEnvironment(transaction, { since: core.wallClock.now().toISOString(), reason: 'restored', backup })
    core.audit.append(transaction, byRestore(), {
      action: 'environment.restore',
      target: { type: 'environment', id: core.name },
      projectId: null,
      after: { backup, version: core.version },
    })
    transaction.note({ about: 'event', event: { name: 'service.changed', data: {} } })
    transaction.note({ about: 'work', kind: 'any' })
  })
}

function isSame(known: Whereabouts | null, place: Whereabouts): boolean {
  return known !== null && isOn(known, place) && known.timeline === place.timeline
}

/** A standby that was promoted is the same database on a new timeline; so is one that was rolled back to a moment. */
function isOn(known: Whereabouts, { system, database }: Whereabouts): boolean {
  return known.system === system && known.database === database
}

async function knownPlace(session: EnvironmentSession): Promise<Whereabouts | null> {
  const row = await session.first(originState, {})
  return row === undefined ? null : (JSON.parse(row.value) as Whereabouts | null)
}

const originState = prepareQuery<object>()('store origin', () =>
  queryBuilder<EnvironmentSchema>().selectFrom('environment_state').select('value').where('name', '=', ORIGIN_STATE),
)
