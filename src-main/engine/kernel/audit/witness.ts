import { bySystem } from '../change-context.ts'
import { literal } from '../../../database/primitives.ts'
import { AUDIT_CHAINS, type AuditChain } from '../../../domain/audit.ts'
import type { Clock } from '../../../domain/clock.ts'
import type { Notice } from '../../../domain/desk/notice.ts'
import type { Store } from '../../../database/store.ts'
import { prepareQuery, queryBuilder } from '../../../database/query-builder.ts'
import type { Reader } from '../../../database/store.ts'
import type { AuditTables } from '../../../database/tables/audit-tables.ts'
import type { AuditLog, AuditWriter } from './audit-log.ts'
import { parseFields } from './entry-fields.ts'

/** The action of an entry that records the heads of the other two chains, so that an emptied one is noticed. */
export const WITNESS = 'audit.witness'

/** Any of the three chains with its database. */
interface WitnessedCore {
  readonly database: Pick<Store<AuditTables>, 'first' | 'reader'> & {
    write(work: (transaction: AuditWriter) => Promise<undefined>): Promise<undefined>
  }
  readonly audit: AuditLog
  readonly wallClock: Clock
}

export type WitnessedCores = Readonly<Record<AuditChain, WitnessedCore>>

/**
 * Records each chain's head in the other two, if anything has changed since the last time. Emptying one database, or
 * restoring an older copy of it, then requires changing the other two as well, which takes the data key.
 *
 * @param notWithinMs does nothing within this time after the last witness
 */
export async function witnessChains(cores: WitnessedCores, notWithinMs = 0): Promise<void> {
  const last = await Promise.all(AUDIT_CHAINS.map((chain) => cores[chain].database.first(lastEntry, {})))
  if (last.every((entry) => entry === undefined || entry.action === WITNESS)) return
  if (notWithinMs > 0) for (const chain of AUDIT_CHAINS) if (await isWithin(cores[chain], notWithinMs)) return
  for (const chain of AUDIT_CHAINS) {
    const { database, audit } = cores[chain]
    // A head is on disk before another chain records it: a crash must not look like a loss.
    const heads: Record<string, Awaited<ReturnType<typeof headText>>> = {}
    for (const other of othersOf(chain)) heads[other] = await headText(cores[other])
    await database.write(async (transaction) => {
      audit.append(transaction, bySystem(), {
        action: WITNESS,
        target: { type: 'audit', id: null },
        projectId: null,
        after: heads,
      })
      return undefined
    })
  }
}

/** Compares the newest recorded heads with the chains themselves; takes two lookups each. */
export async function rolledBackChains(cores: WitnessedCores): Promise<Notice[]> {
  const notices: Notice[] = []
  for (const chain of AUDIT_CHAINS) {
    for (const rememberedBy of othersOf(chain)) {
      const entry = await cores[rememberedBy].database.first(lastWitness, {})
      const head = entry === undefined ? null : headOf(entry.after, chain)
      if (entry === undefined || head === null || head.count === 0) continue
      const known = await cores[chain].database.first(hashAt, { seq: head.count })
      if (!isSame(known?.hash, head.hash))
        notices.push({ kind: 'chain_rolled_back', chain, rememberedBy, rememberedAt: entry.time, entries: head.count })
    }
  }
  return notices
}

/** Entries compared at a time. */
const AT_ONCE = 400

/**
 * The first head recorded in another chain that does not occur in this one, as a sentence; null if all do. Reads on the
 * reader threads.
 */
export async function findForgotten(
  chain: AuditChain,
  cores: Readonly<Record<AuditChain, { database: { reader: Reader } }>>,
): Promise<string | null> {
  for (const other of othersOf(chain)) {
    for (let after = 0; ;) {
      const entries = await cores[other].database.reader.all<WitnessEntry>('witnesses', witnessesAfter(after).compile())
      const heads = entries.flatMap(({ time, after: fields }) => {
        const head = headOf(fields, chain)
        return head === null || head.count === 0 ? [] : [{ ...head, time }]
      })
      const hashes = await hashesOf(
        cores[chain].database.reader,
        heads.map(({ count }) => count),
      )
      const missed = heads.find(({ count, hash }) => !isSame(hashes.get(count), hash))
      if (missed !== undefined)
        return `It is not the chain that ${other} remembers: ${missed.count} entries on ${missed.time}. The file was emptied or exchanged for an older one`
      const last = entries.at(-1)
      if (last === undefined || entries.length < AT_ONCE) break
      after = last.seq
    }
  }
  return null
}

type WitnessEntry = Pick<AuditTables['audit_entry'], 'seq' | 'time' | 'after'>

function othersOf(chain: AuditChain): AuditChain[] {
  return AUDIT_CHAINS.filter((other) => other !== chain)
}

async function isWithin({ database, wallClock }: WitnessedCore, periodMs: number): Promise<boolean> {
  const entry = await database.first(lastWitness, {})
  return entry !== undefined && Math.abs(wallClock.now().getTime() - Date.parse(entry.time)) < periodMs
}

async function headText({ database, audit }: WitnessedCore): Promise<string> {
  const { count, hash } = await audit.head(database)
  return `${count}:${hash}`
}

/** The head that an entry records for a chain, or null. */
function headOf(after: string | null, chain: AuditChain): { count: number; hash: string } | null {
  const text = parseFields(after)[chain]
  const [, count, hash] = (typeof text === 'string' ? /^(\d+):([0-9a-f]{64})$/.exec(text) : null) ?? []
  return count === undefined || hash === undefined ? null : { count: Number(count), hash }
}

async function hashesOf(reader: Reader, seqs: readonly number[]): Promise<Map<number, Uint8Array>> {
  if (seqs.length === 0) return new Map()
  const rows = await reader.all<Pick<AuditTables['audit_entry'], 'seq' | 'hash'>>(
    'witnessed entries',
    builder.selectFrom('audit_entry').select(['seq', 'hash']).where('seq', 'in', seqs).compile(),
  )
  return new Map(rows.map(({ seq, hash }) => [seq, hash]))
}

function isSame(found: Uint8Array | undefined, hex: string): boolean {
  return found !== undefined && Buffer.from(found).toString('hex') === hex
}

const builder = queryBuilder<AuditTables>()

/** Spelled as in the partial index. */
const IS_WITNESS = literal('audit.witness')

function witnessesAfter(seq: number) {
  return builder
    .selectFrom('audit_entry')
    .select(['seq', 'time', 'after'])
    .where('action', '=', IS_WITNESS)
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(AT_ONCE)
}

const lastEntry = prepareQuery<object>()('last audit entry', () =>
  builder.selectFrom('audit_entry').select('action').orderBy('seq', 'desc').limit(1),
)

const lastWitness = prepareQuery<object>()('last witness', () =>
  builder
    .selectFrom('audit_entry')
    .select(['seq', 'time', 'after'])
    .where('action', '=', IS_WITNESS)
    .orderBy('seq', 'desc')
    .limit(1),
)

const hashAt = prepareQuery<{ seq: number }>()('audit hash', (parameter) =>
  builder.selectFrom('audit_entry').select('hash').where('seq', '=', parameter('seq')),
)
