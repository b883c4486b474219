import { bySystem } from '../change-context.ts'
import { literal } from '../../../database/primitives.ts'
import { AUDIT_DATABASES, type AuditDatabase } from '../../../domain/audit.ts'
import type { Clock } from '../../../domain/clock.ts'
import type { Notice } from '../../../domain/desk/notice.ts'
import type { Reader, Store, Transaction } from '../../../database/store.ts'
import { prepareQuery, queryBuilder } from '../../../database/query-builder.ts'
import type { AuditTables } from '../../../database/tables/audit-tables.ts'
import type { AuditLog, AuditWriter } from './audit-log.ts'
import { headText, readNotedHead, SERVICE, type NotedHead } from './chain-name.ts'
import { parseFields } from './entry-fields.ts'
import { hasUnnotedHeads, noteHeads } from './noted-heads.ts'
import { firstMissing, isSame, type RememberedHead } from './remembered-heads.ts'

/** The action of an entry that records the heads of the other two databases, so that an emptied one is noticed. */
export const WITNESS = 'audit.witness'

type WitnessWriter = AuditWriter & Pick<Transaction<AuditTables>, 'all'>

/** Any of the three audit logs with its database. */
interface WitnessedCore {
  readonly database: Pick<Store<AuditTables>, 'first' | 'reader'> & {
    write<Result>(work: (transaction: WitnessWriter) => Promise<Result>): Promise<Result>
  }
  readonly audit: AuditLog
  readonly wallClock: Clock
}

export type WitnessedCores = Readonly<Record<AuditDatabase, WitnessedCore>>

/**
 * Records each database's head in the other two, if anything has changed since the last time. It is that of the
 * service's chain, which first notes the heads of all that have grown: one hash stands for them all. Emptying one
 * database, or restoring an older copy of it, then requires changing the other two as well, which takes the data key.
 *
 * @param notWithinMs does nothing within this time after the last witness
 */
export async function witnessChains(cores: WitnessedCores, notWithinMs = 0): Promise<void> {
  const changed = await Promise.all(AUDIT_DATABASES.map((name) => hasChanged(cores[name])))
  if (!changed.includes(true)) return
  if (notWithinMs > 0) for (const name of AUDIT_DATABASES) if (await isWithin(cores[name], notWithinMs)) return
  for (const name of AUDIT_DATABASES) await noteHeads(name, cores[name])
  for (const name of AUDIT_DATABASES) {
    const { database, audit } = cores[name]
    // A head is on disk before another database records it: a crash must not look like a loss.
    const heads: Record<string, string> = {}
    for (const other of othersOf(name)) {
      const head = await headOf(other, cores[other])
      if (head !== null) heads[other] = head
    }
    await database.write(async (transaction) => {
      audit.append(transaction, bySystem(), {
        action: WITNESS,
        target: { type: 'audit', id: null },
        projectId: null,
        after: heads,
      })
    })
  }
}

/** Compares the newest recorded heads with the chains themselves; takes two lookups each. */
export async function rolledBackChains(cores: WitnessedCores): Promise<Notice[]> {
  const notices: Notice[] = []
  for (const chain of AUDIT_DATABASES) {
    for (const rememberedBy of othersOf(chain)) {
      const entry = await cores[rememberedBy].database.first(lastWitness, {})
      const head = entry === undefined ? null : headIn(entry.after, chain)
      if (entry === undefined || head === null || head.count === 0) continue
      const { database } = cores[chain]
      const known =
        head.chain === null
          ? await database.first(legacyHashAt, { position: head.count })
          : await database.first(hashAt, { chain: head.chain, position: head.count })
      if (!isSame(known?.hash, head.hash))
        notices.push({ kind: 'chain_rolled_back', chain, rememberedBy, rememberedAt: entry.time, entries: head.count })
    }
  }
  return notices
}

/** Entries compared at a time. */
const AT_ONCE = 400

/** A head that another database recorded, and that does not occur in its chain. */
export interface ForgottenHead extends NotedHead {
  /** The fault in a sentence. */
  problem: string
}

/** The first head recorded in another database that does not occur in this one; null if all do. */
export async function findForgotten(
  database: AuditDatabase,
  cores: Readonly<Record<AuditDatabase, { database: { reader: Reader } }>>,
): Promise<ForgottenHead | null> {
  for (const other of othersOf(database)) {
    for (let after = 0; ;) {
      const entries = await cores[other].database.reader.all<WitnessEntry>('witnesses', witnessesAfter(after))
      const heads = entries.flatMap(({ time, after: fields }): RememberedHead[] => {
        const head = headIn(fields, database)
        return head === null ? [] : [{ ...head, time }]
      })
      for (const ofChain of Map.groupBy(heads, ({ chain }) => chain).values()) {
        const missed = await firstMissing(cores[database].database.reader, ofChain)
        if (missed !== undefined)
          return {
            ...missed,
            problem: `It is not the chain that ${other} remembers: ${missed.count} entries on ${missed.time}. The file was emptied or exchanged for an older one`,
          }
      }
      const last = entries.at(-1)
      if (last === undefined || entries.length < AT_ONCE) break
      after = last.seq
    }
  }
  return null
}

type WitnessEntry = Pick<AuditTables['audit_entry'], 'time' | 'after'> & { seq: number }

function othersOf(database: AuditDatabase): AuditDatabase[] {
  return AUDIT_DATABASES.filter((other) => other !== database)
}

async function hasChanged(core: WitnessedCore): Promise<boolean> {
  const last = await core.database.first(lastOfService, {})
  return (last !== undefined && last.action !== WITNESS) || hasUnnotedHeads(core)
}

async function isWithin({ database, wallClock }: WitnessedCore, periodMs: number): Promise<boolean> {
  const entry = await database.first(lastWitness, {})
  return entry !== undefined && Math.abs(wallClock.now().getTime() - Date.parse(entry.time)) < periodMs
}

/** The head of the service's chain; before its first entry, that of the legacy chain. Null if there is neither. */
async function headOf(name: AuditDatabase, { database }: WitnessedCore): Promise<string | null> {
  const head = await database.first(serviceHead, {})
  if (head !== undefined) return headText(name, SERVICE, head.count, head.hash)
  const legacy = await database.first(legacyHead, {})
  return legacy === undefined ? null : headText(name, null, legacy.count, legacy.hash)
}

/** The head that an entry records for a database, or null. */
function headIn(after: string | null, database: AuditDatabase): NotedHead | null {
  const text = parseFields(after)[database]
  return typeof text === 'string' ? readNotedHead(text, database) : null
}

const builder = queryBuilder<AuditTables>()

/** Spelled as in the partial index. */
const IS_WITNESS = literal('audit.witness')

/**
 * Witnesses are entries of the service's chain, and before it of the legacy one. They commit one after the other, and
 * so in the order of `seq`: none can appear behind one that was read.
 */
function witnessesAfter(seq: number) {
  return builder
    .selectFrom('audit_entry')
    .select(['seq', 'time', 'after'])
    .where('action', '=', IS_WITNESS)
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(AT_ONCE)
}

const lastWitness = prepareQuery<object>()('last witness', () =>
  builder
    .selectFrom('audit_entry')
    .select(['seq', 'time', 'after'])
    .where('action', '=', IS_WITNESS)
    .orderBy('seq', 'desc')
    .limit(1),
)

const lastOfService = prepareQuery<object>()('last entry of the service', () =>
  builder.selectFrom('audit_entry').select('action').where('chain', '=', SERVICE).orderBy('number', 'desc').limit(1),
)

const serviceHead = prepareQuery<object>()('head of the service', () =>
  builder.selectFrom('audit_chain').select(['count', 'hash']).where('chain', '=', SERVICE),
)

const legacyHead = prepareQuery<object>()('head of the legacy chain', () =>
  builder.selectFrom('audit_head').select(['count', 'hash']).where('id', '=', 1),
)

const hashAt = prepareQuery<{ chain: string; position: number }>()('audit hash', (parameter) =>
  builder
    .selectFrom('audit_entry')
    .select('hash')
    .where('chain', '=', parameter('chain'))
    .where('number', '=', parameter('position')),
)

const legacyHashAt = prepareQuery<{ position: number }>()('legacy audit hash', (parameter) =>
  builder.selectFrom('audit_entry').select('hash').where('chain', 'is', null).where('seq', '=', parameter('position')),
)
