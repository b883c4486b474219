import type { CompiledQuery } from 'kysely'
import type { Card } from '../../domain/card.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import { queryBuilder } from '../../database/query-builder.ts'
import { CARD_COLUMNS, cardOf } from '../cards/card-row.ts'
import type { ChangeContext } from '../cards/card-service.ts'
import type { EnvironmentCore } from '../environment.ts'
import { eraseDriver } from './erase-driver.ts'
import { names } from './names-driver.ts'

/** What one environment knows of a driver by an exact name. */
export interface PersonalData {
  find(projectId: string, driver: string): Promise<{ cards: number; auditEntries: number; events: number }>
  cards(projectId: string, driver: string): Promise<Card[]>
  /** The bodies of events that name the driver, in their order. */
  events(projectId: string, driver: string): AsyncGenerator
  /** How many cards are still the driver's, here or by what the provider reports. */
  held(projectId: string, driver: string): Promise<number>
  /** Takes the driver out of everything that is past; see `eraseDriver`. */
  erase(projectId: string, driver: string, context: ChangeContext): Promise<number>
}

const EVENTS_AT_ONCE = 100

/** All that grows with the history is read in the reader thread. */
export function createPersonalData(core: EnvironmentCore): PersonalData {
  const { reader } = core.database
  const count = async (name: string, query: { compile(): CompiledQuery<{ count: number }> }) => (await reader.all(name, query.compile()))[0]?.count ?? 0
  const cardsOf = builder.selectFrom('card').select(CARD_COLUMNS)
  return {
    find: async (projectId, driver) => {
      const projectKey = core.findProjectKey(projectId)
      if (projectKey === null) return { cards: 0, auditEntries: 0, events: 0 }
      const cards = builder.selectFrom('card').select(({ fn }) => fn.countAll<number>().as('count')).where('project_key', '=', projectKey).where('driver', '=', driver)
      const entries = builder
        .selectFrom('audit_personal')
        .innerJoin('audit_entry', 'audit_entry.seq', 'audit_personal.seq')
        .select(({ fn }) => fn.count<number>('audit_personal.seq').distinct().as('count'))
        .where('audit_entry.project_id', '=', projectId)
        .where('audit_personal.value', '=', driver)
      const events = builder.selectFrom('event').select(({ fn }) => fn.countAll<number>().as('count')).where('project_key', '=', projectKey).where(names('body', driver))
      return { cards: await count('cards of driver', cards), auditEntries: await count('entries of driver', entries), events: await count('events of driver', events) }
    },
    cards: async (projectId, driver) => {
      const projectKey = core.findProjectKey(projectId)
      if (projectKey === null) return []
      return (await reader.all('cards of driver', cardsOf.where('project_key', '=', projectKey).where('driver', '=', driver).compile())).map((row) => cardOf(row, projectId, core.name))
    },
    async *events(projectId, driver) {
      const projectKey = core.findProjectKey(projectId)
      for (let after = 0; projectKey !== null; ) {
        const query = builder.selectFrom('event').select(['seq', 'body']).where('project_key', '=', projectKey).where('seq', '>', after).where(names('body', driver)).orderBy('seq').limit(EVENTS_AT_ONCE)
        const rows = await reader.all('events of driver', query.compile())
        for (const { body } of rows) yield JSON.parse(body) as unknown
        const last = rows.at(-1)
        if (last === undefined) return
        after = last.seq
      }
    },
    held: async (projectId, driver) => {
      const projectKey = core.findProjectKey(projectId)
      if (projectKey === null) return 0
      const query = builder
        .selectFrom('card')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('project_key', '=', projectKey)
        .where(({ or, eb, exists, selectFrom }) =>
          or([eb('driver', '=', driver), exists(selectFrom('drift').select('field').whereRef('drift.card_seq', '=', 'card.seq').where('drift.field', '=', 'driver').where('drift.theirs', '=', driver))]),
        )
      return (await reader.all('cards still of driver', query.compile()))[0]?.count ?? 0
    },
    erase: async (projectId, driver, context) => {
      const projectKey = core.findProjectKey(projectId)
      return projectKey === null ? 0 : eraseDriver(core, { projectId, projectKey, driver }, context)
    },
  }
}

const builder = queryBuilder<EnvironmentSchema>()
