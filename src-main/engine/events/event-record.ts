import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { EnvironmentTransaction } from '../environment.ts'
import { timedId } from '../ids.ts'

/** An event to be written in the transaction of the change that caused it. */
export interface EventRecord {
  name: string
  projectKey: number
  cardId: string | null
  /** The environment's time, ISO 8601. */
  createdAt: string
  data: Record<string, unknown>
}

/** Serialises the event's body once and records it; returns the event's id. */
export function recordEvent(transaction: EnvironmentTransaction, event: EventRecord): string {
  const id = timedId('evt_')
  const body = JSON.stringify({ id, event: event.name, created_at: event.createdAt, data: event.data })
  transaction.run(insertEvent, { id, projectKey: event.projectKey, name: event.name, cardId: event.cardId, createdAt: event.createdAt, body })
  return id
}

const insertEvent = prepareQuery<{ id: string; projectKey: number; name: string; cardId: string | null; createdAt: string; body: string }>()('insert event', (parameter) =>
  queryBuilder<EnvironmentSchema>().insertInto('event').values({
    id: parameter('id'),
    project_key: parameter('projectKey'),
    name: parameter('name'),
    card_id: parameter('cardId'),
    created_at: parameter('createdAt'),
    body: parameter('body'),
  }),
)
