import type { Card } from '../../domain/card.ts'
import type { PersonalFound, Remaining } from '../../domain/desk/personal.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import { queryBuilder } from '../../database/query-builder.ts'
import { CARD_COLUMNS, cardOf } from '../ledger/card-row.ts'
import type { ChangeContext } from '../kernel/change-context.ts'
import type { EnvironmentCore } from '../kernel/environment-core.ts'
import { contains } from '../../database/primitives.ts'
import { ENVIRONMENT_PLACES, type Person } from './personal-places.ts'
import { createTraces } from './traces.ts'

/** What one environment stores about a driver, identified by the exact name. */
export interface PersonalData {
  find(projectId: string, driver: string): Promise<PersonalFound>
  cards(projectId: string, driver: string): Promise<Card[]>
  /** The bodies of events that name the driver, in order. */
  events(projectId: string, driver: string): AsyncGenerator
  /** Removes the driver from everything that is completed; returns how many rows were changed. */
  erase(projectId: string, driver: string, context: ChangeContext): Promise<number>
  /** What an erasure leaves, and until when. */
  remaining(projectId: string, driver: string): Promise<Remaining[]>
}

const EVENTS_AT_ONCE = 100

/** Whatever grows with the history is read on the reader thread. */
export function createPersonalData(core: EnvironmentCore, isHeld: () => Promise<boolean>): PersonalData {
  const { reader } = core.database
  const traces = createTraces(core, ENVIRONMENT_PLACES, isHeld)
  const personOf = async (projectId: string, driver: string): Promise<Person | null> => {
    const projectKey = await core.findProjectKey(projectId)
    return projectKey === null ? null : { projectId, projectKey, driver }
  }
  /** Counts the driver's cards, here or according to the provider. */
  const held = async (projectId: string, driver: string): Promise<number> => {
    const projectKey = await core.findProjectKey(projectId)
    if (projectKey === null) return 0
    const query = builder
      .selectFrom('card')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('project_key', '=', projectKey)
      .where(({ or, eb, exists, selectFrom }) =>
        or([
          eb('driver', '=', driver),
          exists(
            selectFrom('drift')
              .select('field')
              .whereRef('drift.card_seq', '=', 'card.seq')
              .where('drift.field', '=', 'driver')
              .where('drift.theirs', '=', driver),
          ),
        ]),
      )
    return (await reader.all('cards still of driver', query))[0]?.count ?? 0
  }
  const cardsOf = builder.selectFrom('card').select(CARD_COLUMNS)
  return {
    find: async (projectId, driver) => {
      const person = await personOf(projectId, driver)
      return {
        cards: await held(projectId, driver),
        ...(person === null ? { auditEntries: 0, events: 0, others: 0 } : await traces.find(person)),
      }
    },
    cards: async (projectId, driver) => {
      const projectKey = await core.findProjectKey(projectId)
      if (projectKey === null) return []
      return (
        await reader.all(
          'cards of driver',
          cardsOf
            .where('project_key', '=', projectKey)
            .where((is) => is.or([is('driver', '=', driver), contains('notes', driver)])),
        )
      ).map((row) => cardOf(row, projectId, core.name))
    },
    async *events(projectId, driver) {
      const projectKey = await core.findProjectKey(projectId)
      for (let after = 0; projectKey !== null;) {
        const query = builder
          .selectFrom('event')
          .select(['seq', 'body'])
          .where('project_key', '=', projectKey)
          .where('seq', '>', after)
          .where(contains('body', driverField(driver)))
          .orderBy('seq')
          .limit(EVENTS_AT_ONCE)
        const rows = await reader.all('events of driver', query)
        for (const { body } of rows) yield JSON.parse(body) as unknown
        const last = rows.at(-1)
        if (last === undefined) return
        after = last.seq
      }
    },
    erase: async (projectId, driver, context) => {
      const person = await personOf(projectId, driver)
      return person === null ? 0 : traces.erase(person, context)
    },
    remaining: async (projectId, driver) => {
      const person = await personOf(projectId, driver)
      return person === null ? [] : traces.remaining(person)
    },
  }
}

const builder = queryBuilder<EnvironmentSchema>()

/** A driver's name as a JSON field; never matches inside another text, where the quotation marks would be escaped. */
function driverField(driver: string): string {
  return `"driver":${JSON.stringify(driver)}`
}
