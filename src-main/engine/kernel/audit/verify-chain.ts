import type { AuditVerdict } from '../../../domain/audit.ts'
import { queryBuilder } from '../../../database/query-builder.ts'
import type { Reader } from '../../../database/store.ts'
import type { AuditTables } from '../../../database/tables/audit-tables.ts'
import { sameDigest, type DataKey } from '../secrets/data-key.ts'
import { chainHash, GENESIS, personalHash, sealOf } from './audit-log.ts'
import { readChain, readEnd, type EntryRow, type EntryWithPersonal } from './audit-reader.ts'
import { CHAIN_RESTART, EMPTY_DIGEST, extendDigest, readRestart, type ChainRestart } from './chain-restart.ts'
import { hiddenPlaces } from './entry-fields.ts'
import { createPersonalTally, erasedSince, judgeTally } from './personal-tally.ts'

/**
 * Verifies a chain: no entry is missing, added, changed or out of order; no personal value was replaced, or is missing
 * without an erasure that counts it; and the end is the one that was sealed. Entries from before a change of the data
 * key are compared with the digest that the new key sealed.
 *
 * @param purpose the purpose for which the chain's key is derived
 */
export async function verifyChain(
  reader: Reader,
  dataKey: DataKey,
  purpose: string,
  expectedHead: string | undefined,
): Promise<AuditVerdict> {
  const key = dataKey.derive(purpose)
  const { head, last } = await readEnd(reader)
  const count = head?.count ?? 0
  const hash = Buffer.from(head?.hash ?? GENESIS)
  const restart = await readLastRestart(reader)
  const provenFrom = restart?.seq ?? 1
  const verdict = (problem: string | null): AuditVerdict => ({
    ok: problem === null,
    count,
    head: headText(count, hash),
    problem,
    provenFrom,
  })

  if (head === null && last > 0) return verdict('The sealed head is missing although there are entries')
  if (head !== null && !sameDigest(sealOf(key, count, hash), head.seal))
    return verdict('The sealed head was changed, or sealed with another data key')
  if (last > count) return verdict(`The chain goes on to entry ${last}, behind the sealed head at ${count}`)

  const walk = {
    previous: GENESIS as Uint8Array,
    digest: EMPTY_DIGEST,
    seq: 0,
    sawExpected: expectedHead === undefined || expectedHead === headText(0, GENESIS),
  }
  const tally = createPersonalTally()
  for await (const entry of readChain(reader, count)) {
    const { row } = entry
    if (row.seq !== walk.seq + 1)
      return verdict(
        row.seq <= walk.seq ? `Entry ${row.seq} does not belong to the chain` : `Entry ${walk.seq + 1} is missing`,
      )
    const problem = row.seq < provenFrom ? null : judgeEntry(key, walk, row, restart)
    if (problem !== null) return verdict(problem)
    const hidden = hiddenPlaces(row)
    const place = exchangedPersonal(entry, hidden)
    if (place !== null) return verdict(`The personal value ${place} of entry ${row.seq} was changed`)
    tally.take(row, hidden.size, entry.personal.length)
    if (row.seq < provenFrom) walk.digest = extendDigest(walk.digest, row)
    walk.previous = row.hash
    walk.seq = row.seq
    walk.sawExpected ||= expectedHead === headText(row.seq, row.hash)
  }
  if (walk.seq < count)
    return verdict(`The end was cut off: ${count} entries were sealed, the last one there is ${walk.seq}`)
  if (!sameDigest(walk.previous, hash)) return verdict(`The sealed head does not belong to entry ${count}`)
  if (!walk.sawExpected) return verdict(`The head ${expectedHead} does not occur in this chain`)
  return verdict(judgeTally(tally.sum(), await erasedSince(reader, count)))
}

function judgeEntry(
  key: Buffer,
  walk: { previous: Uint8Array; digest: Uint8Array; seq: number },
  row: EntryRow,
  restart: RestartEntry | null,
): string | null {
  if (!sameDigest(chainHash(key, walk.previous, row), row.hash))
    return `Entry ${row.seq} was changed, or does not follow the one before it`
  if (restart === null || row.seq !== restart.seq) return null
  const untouched =
    restart.content !== null &&
    restart.content.entries === walk.seq &&
    restart.content.digest === Buffer.from(walk.digest).toString('hex')
  return untouched ? null : `An entry before ${row.seq} was changed after the data key was replaced`
}

interface RestartEntry {
  seq: number
  content: ChainRestart | null
}

/** Not verified here: a forged entry fails when the walk reaches it. */
async function readLastRestart(reader: Reader): Promise<RestartEntry | null> {
  const query = queryBuilder<AuditTables>()
    .selectFrom('audit_entry')
    .select(['seq', 'after'])
    .where('action', '=', CHAIN_RESTART)
    .orderBy('seq', 'desc')
    .limit(1)
  const [row] = await reader.all<Pick<EntryRow, 'seq' | 'after'>>('audit restart', query.compile())
  return row === undefined ? null : { seq: row.seq, content: readRestart(row.after) }
}

/** The first personal value that does not match its hash in the entry, or null. */
function exchangedPersonal({ personal }: EntryWithPersonal, hidden: ReadonlyMap<string, string>): string | null {
  return personal.find(({ place, salt, value }) => hidden.get(place) !== personalHash(salt, value))?.place ?? null
}

function headText(count: number, hash: Uint8Array): string {
  return `${count}:${Buffer.from(hash).toString('hex')}`
}
