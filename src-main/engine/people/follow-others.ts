import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { ControlSchema } from '../../database/schema.ts'
import type { Store } from '../../database/store.ts'

/**
 * Says whether others than the person at the machine itself use the service: now, and after each change of that.
 *
 * @param log for a look that failed; the answer before stays
 */
export async function followOthers(
  database: Store<ControlSchema>,
  say: (others: boolean) => void,
  log: (error: unknown) => void,
): Promise<void> {
  let said: boolean | null = null
  const look = async () => {
    const others = (await database.first(oneOther, {})) !== undefined
    if (others !== said) say(others)
    said = others
  }
  database.onChanges((notes) => {
    if (notes.some((note) => note.about === 'event' && note.event.name === 'people.changed')) look().catch(log)
  })
  await look()
}

const oneOther = prepareQuery<object>()('a person from elsewhere', () =>
  queryBuilder<ControlSchema>()
    .selectFrom('person')
    .select('id')
    .where('is_local', 'is', null)
    .where('state', '=', 'active')
    .limit(1),
)
