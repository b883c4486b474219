import { z } from 'zod'
import { timestampSchema } from '../../domain/card.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { ChangeContext } from './change-context.ts'
import type { EnvironmentCore, EnvironmentSession, EnvironmentTransaction } from './environment-core.ts'

const holdSchema = z.object({
  since: timestampSchema,
  reason: z.literal('restored'),
  /** The name of the backup that was restored. */
  backup: z.string(),
})

/** Why nothing may leave this environment for now: no push, no delivery, no schedule. */
export type HoldState = z.infer<typeof holdSchema>

export interface Hold {
  /** Null unless the environment is on hold. Cheap enough to check before each piece of work. */
  state(): Promise<HoldState | null>
  /** Releases the environment. Does nothing if it is not on hold. */
  release(context: ChangeContext): Promise<void>
}

const STATE_NAME = 'held'
/** Where `environment_state` says on which server the environment was last. */
export const ORIGIN_STATE = 'store_origin'

export function createHold(core: EnvironmentCore): Hold {
  const { database } = core
  const state = async (session: EnvironmentSession = database): Promise<HoldState | null> => {
    const row = await session.first(stateByName, { name: STATE_NAME })
    return row === undefined ? null : holdSchema.parse(JSON.parse(row.value))
  }
  return {
    state: () => state(),
    release: (context) =>
      database.write(async (transaction) => {
        const held = await state(transaction)
        if (held === null) return undefined
        await transaction.run(transaction.build.deleteFrom('environment_state').where('name', '=', STATE_NAME))
        core.audit.append(transaction, context, {
          action: 'environment.release',
          target: { type: 'environment', id: core.name },
          projectId: null,
          before: { held: true, ...held },
          after: { held: false },
        })
        transaction.note({ about: 'event', event: { name: 'service.changed', data: {} } })
        transaction.note({ about: 'work', kind: 'any' })
        return undefined
      }),
  }
}

/** Puts an environment on hold, in the transaction that makes this necessary. */
export async function holdEnvironment(transaction: EnvironmentTransaction, state: HoldState): Promise<void> {
  const row = heldRow(state)
  await transaction.run(
    transaction.build
      .insertInto('environment_state')
      .values(row)
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: row.value })),
  )
}

/** The row of `environment_state` that says so. */
export function heldRow(state: HoldState): { name: string; value: string } {
  return { name: STATE_NAME, value: JSON.stringify(state) }
}

const stateByName = prepareQuery<{ name: string }>()('environment state', (parameter) =>
  queryBuilder<EnvironmentSchema>()
    .selectFrom('environment_state')
    .select('value')
    .where('name', '=', parameter('name')),
)
