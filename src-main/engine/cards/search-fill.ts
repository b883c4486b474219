import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { compactKey, textKey } from '../../domain/cards/card-list.ts'
import { driverForms, driverJoints, SEARCH_VERSION } from '../../database/primitives.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { EnvironmentCore, EnvironmentTransaction } from '../kernel/environment-core.ts'
import { createDutyLease } from '../kernel/cluster/duty-lease.ts'
import { createDuty, type Duty } from '../kernel/duties.ts'
import { inSlices } from '../kernel/slices.ts'

/**
 * Adds cards to the search index that are missing there or were indexed by an older version. `settled` resolves once it
 * is done, makes way for other work, or is stopped; the next start continues.
 */
export type SearchFill = Pick<Duty, 'settled' | 'wake' | 'stop'>

/** Cards indexed at a time: some milliseconds. */
const CARDS_AT_ONCE = 50

/**
 * A card's index entries are written together with its `search_version`: wherever filling stops, each card is found
 * either through the index or by scanning its row.
 *
 * @param mayFill false while something else writes many cards: it goes first, and wakes the fill when it ends
 */
export function createSearchFill(core: EnvironmentCore, mayFill: () => boolean): SearchFill {
  const { settled, wake, stop } = createDuty({
    failure: 'the search index could not be filled',
    fields: { environment: core.name },
    logger: core.logger,
    lease: createDutyLease(core, 'search fill'),
    isDue: async () => {
      // Lets whatever woke it go first.
      await yieldToOthers()
      return (await core.database.first(dueCards, { limit: 1 })) !== undefined
    },
    run: async (signal, term) => {
      const writer = term.of(core).database.bulk()
      const goOn = () => !signal.aborted && mayFill()
      await inSlices(writer, (transaction) => fillCards(transaction, CARDS_AT_ONCE), { goOn })
      await writer.conclude(async () => undefined)
    },
  })
  return { settled, wake, stop }
}

/** Indexes up to this many cards, entirely missing ones first; returns how many. */
export async function fillCards(transaction: EnvironmentTransaction, limit: number): Promise<number> {
  const cards = await transaction.all(dueCards, { limit })
  for (const { seq, driver, license_plate: plate } of cards) {
    const driverKey = driver === null ? null : textKey(driver)
    await transaction.run(indexCard, {
      seq,
      plateKey: plate === null ? null : compactKey(plate),
      driverKey,
      joints: driverKey === null ? null : driverJoints(driverKey),
      forms: driverKey === null ? null : driverForms(driverKey),
    })
  }
  return cards.length
}

const builder = queryBuilder<EnvironmentSchema>()

/** The condition is a literal so that the partial index applies. */
const dueCards = prepareQuery<{ limit: number }>()('cards that the search index lacks', (parameter) =>
  builder
    .selectFrom('card')
    .select(['seq', 'driver', 'license_plate'])
    .where(({ eb, lit }) => eb('search_version', '<', lit(SEARCH_VERSION)))
    .orderBy('search_version')
    .limit(parameter('limit')),
)

/** Triggers write the index itself. */
const indexCard = prepareQuery<{
  seq: number
  plateKey: string | null
  driverKey: string | null
  joints: string | null
  forms: string | null
}>()('bring card into the search index', (parameter) =>
  builder
    .updateTable('card')
    .set({
      plate_key: parameter('plateKey'),
      driver_key: parameter('driverKey'),
      driver_joints: parameter('joints'),
      driver_forms: parameter('forms'),
      search_version: SEARCH_VERSION,
    })
    .where('seq', '=', parameter('seq')),
)
