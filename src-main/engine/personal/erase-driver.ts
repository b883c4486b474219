import { sql, type CompiledQuery } from 'kysely'
import { queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import { removePersonal } from '../audit/erase-personal.ts'
import type { ChangeContext } from '../cards/card-service.ts'
import type { EnvironmentCore, EnvironmentTransaction } from '../environment.ts'
import { SLICE_MS } from '../slices.ts'
import { names } from './names-driver.ts'

interface Erasure {
  projectId: string
  projectKey: number
  driver: string
}

/** Found, and so read in one go of the reader thread. */
const FOUND_AT_ONCE = 500

/**
 * Takes a driver's name, and the plates that stand beside it, out of what is past: the values of audit entries (which
 * prove as much without them), bodies of events, answers of receivers, arrivals of the inbox, rows of bulk commands, sent
 * changes and what an undo would need. An event that is still to be delivered, and a row whose turn has not come, are
 * left for a repetition. Recorded without the name. Returns how many places were emptied.
 */
export async function eraseDriver(core: EnvironmentCore, erasure: Erasure, context: ChangeContext): Promise<number> {
  let erased = await eraseAudit(core, erasure, context)
  erased += await eraseEvents(core, erasure)
  for (const { name, find, empty } of places(erasure)) erased += await inSlices(core, name, find, empty)
  await core.database.write((transaction) => {
    core.audit.append(transaction, {
      time: core.wallClock.now().toISOString(),
      actor: context.actor,
      channel: context.channel,
      action: 'personal.erase',
      target: { type: 'project', id: erasure.projectId },
      projectId: erasure.projectId,
      reason: context.reason,
      after: { erased },
    })
    return undefined
  })
  await core.database.forgetErased()
  return erased
}

/** Looks for rows and empties them, again and again until nothing is found; a row that stays as it was ends it. */
async function inSlices<Row>(core: EnvironmentCore, name: string, find: CompiledQuery<Row>, empty: (transaction: EnvironmentTransaction, row: Row) => number): Promise<number> {
  return inTransactions(core, name, find, (transaction, rows) => {
    const started = performance.now()
    let changed = 0
    let taken = 0
    for (const row of rows) {
      changed += empty(transaction, row)
      taken += 1
      if (performance.now() - started > SLICE_MS) break
    }
    return { changed, taken }
  })
}

/** The same for a work that takes as many of the rows into its transaction as it likes, at least one. */
async function inTransactions<Row>(core: EnvironmentCore, name: string, find: CompiledQuery<Row>, empty: (transaction: EnvironmentTransaction, rows: readonly Row[]) => { changed: number; taken: number }): Promise<number> {
  let erased = 0
  for (;;) {
    const rows = await core.database.reader.all<Row>(name, find)
    let changed = 0
    for (let next = 0; next < rows.length; ) {
      const done = await core.database.write((transaction) => empty(transaction, rows.slice(next)))
      changed += done.changed
      next += done.taken
    }
    erased += changed
    if (rows.length < FOUND_AT_ONCE || changed === 0) return erased
  }
}

/** Audit entries emptied in one transaction: some two milliseconds. */
const ENTRIES_AT_ONCE = 100

/** The driver's values, and the plates of the same side of each entry. */
function eraseAudit(core: EnvironmentCore, { projectId, driver }: Erasure, context: ChangeContext): Promise<number> {
  const find = builder
    .selectFrom('audit_personal')
    .innerJoin('audit_entry', 'audit_entry.seq', 'audit_personal.seq')
    .select(['audit_personal.seq', 'audit_personal.place'])
    .where('audit_entry.project_id', '=', projectId)
    .where('audit_personal.value', '=', driver)
    .limit(FOUND_AT_ONCE)
  return inTransactions(core, 'audit of driver', find.compile(), (transaction, rows) => {
    const taken = rows.slice(0, ENTRIES_AT_ONCE)
    const places = taken.flatMap(({ seq, place }) => [{ seq, place }, { seq, place: `${place.split('.')[0]}.licensePlate` }])
    const record = { time: core.wallClock.now().toISOString(), context, projectId }
    return { changed: removePersonal(transaction, core.audit, places, record), taken: taken.length }
  })
}

function eraseEvents(core: EnvironmentCore, { projectKey, driver }: Erasure): Promise<number> {
  const find = builder
    .selectFrom('event')
    .select(['seq', 'id'])
    .where('project_key', '=', projectKey)
    .where(names('body', driver))
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('delivery').select('delivery.seq').whereRef('delivery.event_id', '=', 'event.id').where('delivery.status', '=', 'pending'))))
    .limit(FOUND_AT_ONCE)
  return inSlices(core, 'events of driver', find.compile(), (transaction, { seq, id }) => {
    const event = transaction.first(builder.selectFrom('event').select('body').where('seq', '=', seq))
    if (event === undefined) return 0
    transaction.run(builder.updateTable('event').set({ body: JSON.stringify(withoutDriver(JSON.parse(event.body), driver)) }).where('seq', '=', seq))
    const deliveries = builder.selectFrom('delivery').select('seq').where('event_id', '=', id)
    transaction.run(builder.updateTable('delivery_attempt').set({ response_body: null }).where('delivery_seq', 'in', deliveries).where(sql<boolean>`instr(response_body, ${driver}) > 0`))
    return 1
  })
}

/** The same, with null where the driver's name stood and where the plate beside it did. */
function withoutDriver(value: unknown, driver: string): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutDriver(item, driver))
  if (typeof value !== 'object' || value === null) return value
  const theirs = 'driver' in value && value.driver === driver
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, theirs && (name === 'driver' || name === 'license_plate') ? null : withoutDriver(field, driver)]))
}

interface ErasedPlace {
  name: string
  find: CompiledQuery<{ seq: number }>
  empty(transaction: EnvironmentTransaction, row: { seq: number }): number
}

function places({ projectKey, driver }: Erasure): ErasedPlace[] {
  const cards = builder.selectFrom('card').select('seq').where('project_key', '=', projectKey)
  return [
    {
      name: 'bulk items of driver',
      find: builder.selectFrom('bulk_item').select('seq').where('project_key', '=', projectKey).where('driver', '=', driver).where('outcome', 'is not', null).limit(FOUND_AT_ONCE).compile(),
      empty: (transaction, { seq }) => transaction.run(builder.updateTable('bulk_item').set({ driver: null, license_plate: null }).where('seq', '=', seq)),
    },
    {
      name: 'undo of driver',
      find: builder.selectFrom('last_command').select('card_seq as seq').where('driver', '=', driver).where('card_seq', 'in', cards).limit(FOUND_AT_ONCE).compile(),
      empty: (transaction, { seq }) => transaction.run(builder.deleteFrom('last_command').where('card_seq', '=', seq)),
    },
    {
      name: 'changes of driver',
      find: builder.selectFrom('job').select('seq').where('project_key', '=', projectKey).where('state', 'in', ['done', 'cancelled']).where(names('payload', driver)).limit(FOUND_AT_ONCE).compile(),
      empty: (transaction, { seq }) => transaction.run(builder.updateTable('job').set({ payload: sql<string>`json_remove(payload, '$.driver', '$.licensePlate')` }).where('seq', '=', seq)),
    },
    {
      name: 'arrivals of driver',
      find: builder.selectFrom('inbox_arrival').select('seq').where('project_key', '=', projectKey).where(names('body', driver)).limit(FOUND_AT_ONCE).compile(),
      empty: (transaction, { seq }) => transaction.run(builder.deleteFrom('inbox_arrival').where('seq', '=', seq)),
    },
  ]
}

const builder = queryBuilder<EnvironmentSchema>()
