import { bySystem } from '../change-context.ts'
import { literal } from '../../../database/primitives.ts'
import type { AuditDatabase } from '../../../domain/audit.ts'
import { prepareQuery, queryBuilder } from '../../../database/query-builder.ts'
import type { Reader, Store, Transaction } from '../../../database/store.ts'
import type { AuditTables } from '../../../database/tables/audit-tables.ts'
import type { AuditLog, AuditWriter } from './audit-log.ts'
import { chainName, headText, readNotedHead, SERVICE } from './chain-name.ts'
import { parseFields } from './entry-fields.ts'
import { firstMissing, type RememberedHead } from './remembered-heads.ts'

/** The action of an entry of the service's chain that notes how far the chains of projects have come. */
const HEADS = 'audit.heads'

/** Heads in one entry. */
const HEADS_AT_ONCE = 200

interface NotingCore {
  database: {
    first: Store<AuditTables>['first']
    write(work: (transaction: AuditWriter & Pick<Transaction<AuditTables>, 'all'>) => Promise<number>): Promise<number>
  }
  audit: AuditLog
}

/** Whether a project's chain has grown since the service's chain noted its head. */
export async function hasUnnotedHeads({ database }: NotingCore): Promise<boolean> {
  return (await database.first(anyGrown, {})) !== undefined
}

/**
 * Notes the heads of the projects' chains that have grown in the chain of the service, whose own head then stands for
 * all of them. Costs what has changed, however many projects there are.
 */
export async function noteHeads(name: AuditDatabase, { database, audit }: NotingCore): Promise<void> {
  const noteSome = () =>
    database.write(async (transaction) => {
      const heads = await transaction.all(grownHeads, { limit: HEADS_AT_ONCE })
      if (heads.length === 0) return 0
      for (const { chain, count } of heads) await transaction.run(markNoted, { chain, count })
      audit.append(transaction, bySystem(), {
        action: HEADS,
        target: { type: 'audit', id: null },
        projectId: null,
        after: { heads: heads.map(({ chain, count, hash }) => headText(name, chain, count, hash)) },
      })
      return heads.length
    })
  while ((await noteSome()) === HEADS_AT_ONCE);
}

/** Entries looked at together. */
const NOTES_AT_ONCE = 50

/**
 * The chains of projects that lack an entry which the service's chain has noted, each with the fault as a sentence.
 *
 * @param only one chain; by default all
 */
export async function findLost(reader: Reader, database: AuditDatabase, only?: string): Promise<Map<string, string>> {
  const lost = new Map<string, string>()
  for (let after = 0; ;) {
    const entries = await reader.all<NotingEntry>('noted heads', notesAfter(after))
    const heads = entries.flatMap((entry) => headsIn(entry, database))
    for (const [chain, noted] of Map.groupBy(heads, (head) => head.chain)) {
      if (chain === null || lost.has(chain) || (only ?? chain) !== chain) continue
      const missing = await firstMissing(reader, noted)
      if (missing !== undefined)
        lost.set(
          chain,
          `It is not the chain that ${chainName(database, SERVICE)} remembers: ${missing.count} entries on ${missing.time}. It was removed, cut off or exchanged for another`,
        )
    }
    const last = entries.at(-1)
    if (last === undefined || entries.length < NOTES_AT_ONCE) return lost
    after = last.seq
  }
}

type NotingEntry = Pick<AuditTables['audit_entry'], 'time' | 'after'> & { seq: number }

function headsIn({ time, after }: NotingEntry, database: AuditDatabase): RememberedHead[] {
  const { heads } = parseFields(after)
  if (!Array.isArray(heads)) return []
  return heads.flatMap((text) => {
    const head = typeof text === 'string' ? readNotedHead(text, database) : null
    return head === null ? [] : [{ ...head, time }]
  })
}

const builder = queryBuilder<AuditTables>()

/** Only the service's chain has these entries; they commit one after the other, and so in the order of `seq`. */
function notesAfter(seq: number) {
  return (
    builder
      .selectFrom('audit_entry')
      .select(['seq', 'time', 'after'])
      // Spelled as in the partial index.
      .where('action', '=', literal('audit.heads'))
      .where('seq', '>', seq)
      .orderBy('seq')
      .limit(NOTES_AT_ONCE)
  )
}

const grown = builder.selectFrom('audit_chain').whereRef('count', '<>', 'noted').where('chain', '<>', SERVICE)

const anyGrown = prepareQuery<object>()('grown audit chain', () => grown.select('chain').limit(1))

const grownHeads = prepareQuery<{ limit: number }>()('grown audit chains', (parameter) =>
  grown.select(['chain', 'count', 'hash']).orderBy('chain').limit(parameter('limit')),
)

const markNoted = prepareQuery<{ chain: string; count: number }>()('audit chain noted', (parameter) =>
  builder
    .updateTable('audit_chain')
    .set({ noted: parameter('count') })
    .where('chain', '=', parameter('chain')),
)
