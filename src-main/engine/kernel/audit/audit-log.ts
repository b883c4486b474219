import type { AuditAction } from '../../../domain/audit.ts'
import { storableText } from '../../../domain/storable-text.ts'
import type { Clock } from '../../../domain/clock.ts'
import { locked } from '../../../database/primitives.ts'
import type { AuditTables } from '../../../database/tables/audit-tables.ts'
import type { EndingWork, Transaction } from '../../../database/store.ts'
import { prepareQuery, queryBuilder } from '../../../database/query-builder.ts'
import type { ChangeContext } from '../change-context.ts'
import { chainHash, GENESIS, sealOf, type ChainEnds, type ChainedEntry } from './chain-hash.ts'
import { SERVICE } from './chain-name.ts'
import { hideActor, hidePersonal, hideReason, type HiddenValue } from './hide-personal.ts'

/** What was done. `before` and `after` contain only the fields that changed. */
interface AuditRecord {
  action: AuditAction
  target: { type: string; id: string | null }
  /** Its chain; without a project, it belongs to that of the service. */
  projectId: string | null
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
}

export interface AuditLog {
  /**
   * Appends to the project's chain, with the current wall time, at the end of the unit of work. Every writer of a chain
   * locks its head, so all of them must lock it last.
   */
  append(transaction: AuditWriter, context: ChangeContext, record: AuditRecord): void
}

/** A transaction on any of the databases: each has the audit tables. */
export type AuditWriter = Pick<Transaction<AuditTables>, 'first' | 'run' | 'atEnd' | 'isRemote'>

/**
 * The audit log of one database: append-only; in each of its chains every entry is hashed with its predecessor (HMAC),
 * and both ends are sealed.
 *
 * @param key derived from the data key for this database's audit log
 */
export function createAuditLog(key: Buffer, wallClock: Clock): AuditLog {
  const appendAll: EndingWork<Appended> = async (transaction, records) => {
    const heads = await lockHeads(transaction, key, new Set(records.map(({ record }) => chainOf(record))))
    for (const { time, context, record } of records) {
      const chain = chainOf(record)
      const head = heads.get(chain)
      if (head === undefined) throw new Error(`The head of the audit chain ${chain} is not locked`)
      const personal: HiddenValue[] = []
      const entry = asStored({
        chain,
        number: head.count + 1,
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
        after: hidePersonal('after', withPlanner(withOrigin(record, context), context), personal),
      })
      head.count += 1
      head.hash = chainHash(key, head.hash, entry)
      const inserted = await transaction.first(insertEntry, { ...entry, hash: head.hash })
      if (inserted === undefined) throw new Error('The audit entry was not written')
      for (const hidden of personal) await transaction.run(insertPersonal, { seq: inserted.seq, ...hidden })
    }
    for (const head of heads.values()) await transaction.run(writeHead, { ...head, seal: sealOf(key, head) })
  }
  return {
    append: (transaction, context, record) =>
      transaction.atEnd(appendAll, { time: wallClock.now().toISOString(), context, record }),
  }
}

interface Appended {
  time: string
  context: ChangeContext
  record: AuditRecord
}

function chainOf({ projectId }: AuditRecord): string {
  return projectId ?? SERVICE
}

/** Locks the heads in the order of their names: two works that append to the same chains never wait for each other. */
async function lockHeads(
  transaction: Pick<Transaction<unknown>, 'first' | 'run'>,
  key: Buffer,
  chains: ReadonlySet<string>,
): Promise<Map<string, ChainEnds>> {
  const heads = new Map<string, ChainEnds>()
  for (const chain of [...chains].toSorted()) {
    let head = await transaction.first(readHead, { chain })
    if (head === undefined) {
      await beginChain(transaction, key, chain)
      head = await transaction.first(readHead, { chain })
    }
    if (head === undefined) throw new Error(`The audit chain ${chain} has no head`)
    heads.set(chain, { ...head })
  }
  return heads
}

/** Makes the head of a chain's first entry, which follows the end of the legacy chain: cutting that one then shows. */
async function beginChain(
  transaction: Pick<Transaction<unknown>, 'first' | 'run'>,
  key: Buffer,
  chain: string,
): Promise<void> {
  const start = (await transaction.first(readLegacyHash, {}))?.hash ?? GENESIS
  const empty = { chain, start, count: 0, hash: start }
  // Another writer may have begun it meanwhile: either way the row is there now, to be locked.
  await transaction.run(insertHead, { ...empty, seal: sealOf(key, empty) })
}

/** The entry as it will be read back: the hash must match what is stored. */
function asStored(entry: ChainedEntry): ChainedEntry {
  return Object.fromEntries(
    Object.entries(entry).map(([name, value]) => [name, typeof value === 'string' ? storableText(value) : value]),
  ) as unknown as ChainedEntry
}

/** Names who approved a change beside who made it, and the job of many that made it. */
function withOrigin({ after, target }: AuditRecord, { approval, job }: ChangeContext): AuditRecord['after'] {
  if (approval === undefined && job === undefined) return after
  return {
    ...after,
    ...(job === undefined || job === target.id ? {} : { job }),
    ...(approval === undefined
      ? {}
      : approval === 'command_line'
        ? { approval }
        : { approvedBy: approval.by.id, approverName: approval.by.name }),
  }
}

/** Names who planned a change beside the clock that made it. */
function withPlanner(
  after: Record<string, unknown> | null | undefined,
  { planned }: ChangeContext,
): Record<string, unknown> | null | undefined {
  return planned === undefined ? after : { ...after, plannedBy: planned.by.id, plannerName: planned.by.name }
}

const builder = queryBuilder<AuditTables>()

const readHead = prepareQuery<{ chain: string }>()('audit head', (parameter) =>
  builder
    .selectFrom('audit_chain')
    .select(['chain', 'start', 'count', 'hash'])
    .where('chain', '=', parameter('chain'))
    .$call(locked),
)

const readLegacyHash = prepareQuery<object>()('legacy audit head', () =>
  builder.selectFrom('audit_head').select('hash').where('id', '=', 1),
)

const insertHead = prepareQuery<Omit<AuditTables['audit_chain'], 'noted'>>()('audit chain', (parameter) =>
  builder
    .insertInto('audit_chain')
    .values({
      chain: parameter('chain'),
      start: parameter('start'),
      count: parameter('count'),
      hash: parameter('hash'),
      seal: parameter('seal'),
      noted: 0,
    })
    .onConflict((conflict) => conflict.column('chain').doNothing()),
)

const writeHead = prepareQuery<Omit<AuditTables['audit_chain'], 'noted' | 'start'>>()('audit seal', (parameter) =>
  builder
    .updateTable('audit_chain')
    .set({ count: parameter('count'), hash: parameter('hash'), seal: parameter('seal') })
    .where('chain', '=', parameter('chain')),
)

const insertEntry = prepareQuery<ChainedEntry & { hash: Uint8Array }>()('audit append', (parameter) =>
  builder
    .insertInto('audit_entry')
    .values({
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
      chain: parameter('chain'),
      number: parameter('number'),
    })
    .returning('seq'),
)

const insertPersonal = prepareQuery<AuditTables['audit_personal']>()('audit personal', (parameter) =>
  builder
    .insertInto('audit_personal')
    .values({ seq: parameter('seq'), place: parameter('place'), salt: parameter('salt'), value: parameter('value') }),
)
