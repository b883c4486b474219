import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { compactKey, textKey } from '../../domain/cards/card-list.ts'
import { driverForms, driverJoints, SEARCH_VERSION } from '../../database/primitives.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { EnvironmentCore, EnvironmentTransaction } from '../kernel/environment-core.ts'
import { createDuty, type Duty } from '../kernel/duties.ts'
import { inSlices } from '../kernel/slices.ts'

/**
 * Brings cards into the search index that are missing there, or that an older version wrote. `settled`: all are, or
 * something goes first, or it was stopped; the next start goes on.
 */
export type SearchFill = Pick<Duty, 'settled' | 'wake' | 'stop'>

/** Cards read at a time: in the index they take some milliseconds. */
const CARDS_AT_ONCE = 50

/**
 * What is in the index of a card is written together with its row's version: wherever a fill ends, every card is either
 * found through the index or read in its row.
 *
 * @param mayFill false while something writes many cards: it goes first, and wakes the fill at its end
 */
export function createSearchFill(core: EnvironmentCore, mayFill: () => boolean): SearchFill {
  const { settled, wake, stop } = createDuty({
    failure: 'the search index could not be filled',
    fields: { environment: core.name },
    logger: core.logger,
    run: async (signal) => {
      // What woke it comes first.
      await yieldToOthers()
      const writer = core.database.bulk()
      const goOn = () => !signal.aborted && mayFill()
      await inSlices(writer, (transaction) => fillCards(transaction, CARDS_AT_ONCE), { goOn })
      await writer.conclude(async () => undefined)
    },
  })
  return { settled, wake, stop }
}

/** Indexes this many cards, entirely missing ones first; returns how many there were. */
export async function fillCards(transaction: EnvironmentTransaction, limit: number): Promise<number> {
  const cards = await transaction.all(dueCards, { limit })
  for (const { seq, driver, license_plate: plate } of cards) {
    const driverKey = driver === null ? null : textKey(driver)
    await transaction.run(bringIn, {
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

/** The condition is a literal, so that the index of these cards serves. */
const dueCards = prepareQuery<{ limit: number }>()('cards that the search index lacks', (parameter) =>
  builder
    .selectFrom('card')
    .select(['seq', 'driver', 'license_plate'])
    .where(({ eb, lit }) => eb('search_version', '<', lit(SEARCH_VERSION)))
    .orderBy('search_version')
    .limit(parameter('limit')),
)

/** The database itself writes the index (triggers). */
const bringIn = prepareQuery<{
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
