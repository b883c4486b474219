import { prepareRows, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { EnvironmentTransaction } from '../kernel/environment-core.ts'
import { timedId } from '../kernel/ids.ts'

/** An event to record in the transaction of the change that caused it. */
export interface EventRecord {
  name: string
  projectKey: number
  cardId: string | null
  /** The environment's time, ISO 8601. */
  createdAt: string
  data: Record<string, unknown>
}

/** Serialises the event's body once and records it; returns the event's ID. */
export async function recordEvent(transaction: EnvironmentTransaction, event: EventRecord): Promise<string> {
  const [id = ''] = await recordEvents(transaction, [event])
  return id
}

/** Like `recordEvent`, for a few dozen events at most, in one statement. */
export async function recordEvents(
  transaction: EnvironmentTransaction,
  events: readonly EventRecord[],
): Promise<string[]> {
  if (events.length === 0) return []
  const rows = events.map(({ name, projectKey, cardId, createdAt, data }) => {
    const id = timedId('evt_')
    return {
      id,
      projectKey,
      name,
      cardId,
      createdAt,
      body: JSON.stringify({ id, event: name, created_at: createdAt, data }),
    }
  })
  await transaction.run(insertEvents(rows.length), rows)
  return rows.map(({ id }) => id)
}

const insertEvents = prepareRows<Omit<EventRecord, 'data'> & { id: string; body: string }>()('insert events', (rows) =>
  queryBuilder<EnvironmentSchema>()
    .insertInto('event')
    .values(
      rows.map((parameter) => ({
        id: parameter('id'),
        project_key: parameter('projectKey'),
        name: parameter('name'),
        card_id: parameter('cardId'),
        created_at: parameter('createdAt'),
        body: parameter('body'),
      })),
    ),
)
