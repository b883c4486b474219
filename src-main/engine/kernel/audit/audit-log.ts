import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { AuditAction } from '../../../domain/audit.ts'
import type { Clock } from '../../../domain/clock.ts'
import type { AuditTables } from '../../../database/tables/audit-tables.ts'
import type { EndingWork, Transaction } from '../../../database/store.ts'
import { prepareQuery, queryBuilder } from '../../../database/query-builder.ts'
import type { ChangeContext } from '../change-context.ts'

/** What was done. `before` and `after` contain only the fields that changed. */
interface AuditRecord {
  action: AuditAction
  target: { type: string; id: string | null }
  projectId: string | null
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
}

export interface AuditLog {
  /**
   * Appends to the chain, with the current wall time, at the end of the unit of work. Every writer locks the chain's
   * head, so all of them must lock it last.
   */
  append(transaction: AuditWriter, context: ChangeContext, record: AuditRecord): void
  /** The sealed end of the chain, length and hash: to note elsewhere and compare later. */
  head(session: Pick<AuditWriter, 'first'>): Promise<{ count: number; hash: string }>
}

/** A transaction on any of the databases: each has the three audit tables. */
export type AuditWriter = Pick<Transaction<AuditTables>, 'first' | 'run' | 'atEnd'>

/**
 * Fields whose values are personal, or may name a person: they are stored in an erasable side table, and only their
 * salted hash is part of the chain.
 */
const PERSONAL_FIELDS = new Set([
  'driver',
  'licensePlate',
  'syncErrorMessage',
  'internalReference',
  'costCentre',
  'notes',
  'personName',
  'approverName',
  'email',
])

/**
 * The audit log of one database: append-only, each entry hashed with its predecessor (HMAC), the end sealed.
 *
 * @param key derived from the data key for this database's audit log
 */
export function createAuditLog(key: Buffer, wallClock: Clock): AuditLog {
  const appendAll: EndingWork<Appended> = async (transaction, records) => {
    const head = await transaction.first(readHead, {})
    let { count: seq, hash: last } = head ?? { count: 0, hash: GENESIS }
    for (const { time, context, record } of records) {
      seq += 1
      const personal: HiddenValue[] = []
      const entry = asStored({
        seq,
        time,
        actor_type: context.actor.type,
        actor_id: context.actor.id,
        actor_name: hideActor(context, personal),
        channel: context.channel,
        action: record.action,
        target_type: record.target.type,
        target_id: record.target.id,
        project_id: record.projectId,
        reason: hideReason(context, personal),
        before: hidePersonal('before', record.before, personal),
        after: hidePersonal('after', withApproval(record.after, context), personal),
      })
      last = chainHash(key, last, entry)
      await transaction.run(insertEntry, { ...entry, hash: last })
      for (const { place, salt, value } of personal) await transaction.run(insertPersonal, { seq, place, salt, value })
    }
    await transaction.run(writeHead, { count: seq, hash: last, seal: sealOf(key, seq, last) })
  }
  return {
    append: (transaction, context, record) =>
      transaction.atEnd(appendAll, { time: wallClock.now().toISOString(), context, record }),
    head: async (session) => {
      const head = await session.first(readHead, {})
      return { count: head?.count ?? 0, hash: Buffer.from(head?.hash ?? GENESIS).toString('hex') }
    },
  }
}

interface Appended {
  time: string
  context: ChangeContext
  record: AuditRecord
}

/** The hash that precedes the first entry. */
export const GENESIS = Buffer.alloc(32)

export type ChainedEntry = Omit<AuditTables['audit_entry'], 'hash'>

/** HMAC-SHA256 over the previous hash and the entry's fields. */
export function chainHash(key: Buffer, previous: Uint8Array, entry: ChainedEntry): Buffer {
  return createHmac('sha256', key).update(previous).update(entryText(entry)).digest()
}

/** The entry's fields in a fixed order, as input for hashes. */
export function entryText(entry: ChainedEntry): string {
  return JSON.stringify([
    entry.seq,
    entry.time,
    entry.actor_type,
    entry.actor_id,
    entry.actor_name,
    entry.channel,
    entry.action,
    entry.target_type,
    entry.target_id,
    entry.project_id,
    entry.reason,
    entry.before,
    entry.after,
  ])
}

/** Binds the chain's length to its last hash, so that cutting entries from the end shows. */
export function sealOf(key: Buffer, count: number, hash: Uint8Array): Buffer {
  return createHmac('sha256', key).update(`head:${count}:`).update(hash).digest()
}

/** The salted hash that represents a personal value in the chain. */
export function personalHash(salt: Uint8Array, value: string): string {
  return createHash('sha256').update(salt).update(value).digest('hex')
}

/** The entry as it will be read back: SQLite cannot store lone surrogates, and the hash must match what is stored. */
function asStored(entry: ChainedEntry): ChainedEntry {
  return Object.fromEntries(
    Object.entries(entry).map(([name, value]) => [name, typeof value === 'string' ? value.toWellFormed() : value]),
  ) as unknown as ChainedEntry
}

/** Hides a person's reason, which may name anyone; the service's own reasons name nobody. */
function hideReason({ actor, reason }: ChangeContext, personal: HiddenValue[]): string | null {
  if (reason === undefined || actor.type === 'system') return reason ?? null
  return JSON.stringify(hidden('reason', reason, personal))
}

/** Hides a person's name; their ID stays in the chain. */
function hideActor({ actor }: ChangeContext, personal: HiddenValue[]): string {
  return actor.type === 'person' ? JSON.stringify(hidden('actor', actor.name, personal)) : actor.name
}

/** Names who approved a change beside who made it. */
function withApproval(
  after: Record<string, unknown> | null | undefined,
  { approval }: ChangeContext,
): Record<string, unknown> | null | undefined {
  if (approval === undefined) return after
  if (approval === 'command_line') return { ...after, approval }
  return { ...after, approvedBy: approval.by.id, approverName: approval.by.name }
}

interface HiddenValue {
  place: string
  salt: Buffer
  value: string
}

function hidden(place: string, text: string, personal: HiddenValue[]): { personal: string } {
  const salt = randomBytes(16)
  const value = text.toWellFormed()
  personal.push({ place, salt, value })
  return { personal: personalHash(salt, value) }
}

function hidePersonal(
  side: 'before' | 'after',
  fields: Record<string, unknown> | null | undefined,
  personal: HiddenValue[],
): string | null {
  if (fields === null || fields === undefined) return null
  const shown: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value !== 'string' || !PERSONAL_FIELDS.has(name)) {
      shown[name] = value
      continue
    }
    shown[name] = hidden(`${side}.${name}`, value, personal)
  }
  return JSON.stringify(shown)
}

const builder = queryBuilder<AuditTables>()

const readHead = prepareQuery<object>()('audit head', () =>
  builder.selectFrom('audit_head').select(['count', 'hash']).where('id', '=', 1),
)

const insertEntry = prepareQuery<AuditTables['audit_entry']>()('audit append', (parameter) =>
  builder.insertInto('audit_entry').values({
    seq: parameter('seq'),
    time: parameter('time'),
    actor_type: parameter('actor_type'),
    actor_id: parameter('actor_id'),
    actor_name: parameter('actor_name'),
    channel: parameter('channel'),
    action: parameter('action'),
    target_type: parameter('target_type'),
    target_id: parameter('target_id'),
    project_id: parameter('project_id'),
    reason: parameter('reason'),
    before: parameter('before'),
    after: parameter('after'),
    hash: parameter('hash'),
  }),
)

const insertPersonal = prepareQuery<AuditTables['audit_personal']>()('audit personal', (parameter) =>
  builder
    .insertInto('audit_personal')
    .values({ seq: parameter('seq'), place: parameter('place'), salt: parameter('salt'), value: parameter('value') }),
)

const writeHead = prepareQuery<Omit<AuditTables['audit_head'], 'id'>>()('audit seal', (parameter) =>
  builder
    .insertInto('audit_head')
    .values({ id: 1, count: parameter('count'), hash: parameter('hash'), seal: parameter('seal') })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((set) => ({
        count: set.ref('excluded.count'),
        hash: set.ref('excluded.hash'),
        seal: set.ref('excluded.seal'),
      })),
    ),
)
