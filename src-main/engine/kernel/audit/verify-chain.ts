import type { AuditDatabase, ChainVerdict } from '../../../domain/audit.ts'
import type { Reader } from '../../../database/store.ts'
import { sameDigest } from '../secrets/data-key.ts'
import {
  lastOfLegacy,
  positionOf,
  readChain,
  type AuditEnds,
  type ChainEnd,
  type EntryWithPersonal,
} from './audit-reader.ts'
import { chainHash, GENESIS, legacySealOf, personalHash, sealOf, type EntryRow } from './chain-hash.ts'
import { chainName, headText, SERVICE, type ChainId } from './chain-name.ts'
import { EMPTY_DIGEST, extendDigest, readLastRestart, type RestartEntry } from './chain-restart.ts'
import { hiddenPlaces } from './entry-fields.ts'
import { createPersonalTally, erasedInLegacy, erasedSince, judgeTally } from './personal-tally.ts'

/** The audit log of one database. */
export interface AuditBook {
  reader: Reader
  database: AuditDatabase
  key: Buffer
}

/**
 * Verifies a chain: no entry is missing, added, changed, out of order or from another chain; no personal value was
 * replaced, or is missing without an erasure that counts it; it begins where the legacy chain ended, and its end is the
 * one that was sealed. Entries from before a change of the data key are compared with the digest that the new key
 * sealed.
 */
export async function verifyChain(
  book: AuditBook,
  chain: string,
  { head, last }: ChainEnd,
  legacy: AuditEnds['legacy'],
): Promise<ChainVerdict> {
  const { reader, database, key } = book
  const restart = await readLastRestart(reader, chain)
  const start = head?.start ?? GENESIS
  const end = { chain, start, count: head?.count ?? 0, hash: head?.hash ?? start }
  const verdict = verdictOf(book, end, restart?.position ?? 1)
  if (head === null) return verdict('The sealed head is missing although there are entries')
  if (!sameDigest(sealOf(key, end), head.seal)) return verdict(RESEALED)
  if (last > end.count) return verdict(goesOn(last, end.count))
  if (!sameDigest(start, legacy?.hash ?? GENESIS))
    return verdict(`It does not follow the end of ${chainName(database, null)}: that chain was cut off or exchanged`)
  const walked = await walk(book, end, restart)
  if (typeof walked === 'string') return verdict(walked)
  return verdict(judgeTally(walked.sum(), await erasedSince(reader, chain, end.count)))
}

/**
 * Verifies the closed chain of entries from before there was one for each project. Nothing can be appended to it: the
 * service's chain counts what was erased in it since, and seals its digest when the data key is replaced.
 */
export async function verifyLegacy(book: AuditBook, legacy: AuditEnds['legacy']): Promise<ChainVerdict> {
  const { reader, key } = book
  const sealedLater = (await readLastRestart(reader, SERVICE))?.content?.legacy
  const own = await readLastRestart(reader, null)
  const count = legacy?.count ?? 0
  const end = { chain: null, start: GENESIS, count, hash: legacy?.hash ?? GENESIS }
  const verdict = verdictOf(book, end, sealedLater === undefined ? (own?.position ?? 1) : count + 1)
  const last = await lastOfLegacy(reader)
  if (legacy === null) return verdict(last > 0 ? 'The sealed head is missing although there are entries' : null)
  if (sealedLater === undefined && !sameDigest(legacySealOf(key, count, end.hash), legacy.seal))
    return verdict(RESEALED)
  if (last > count) return verdict(goesOn(last, count))
  // As if a restart followed its last entry.
  const restart = sealedLater === undefined ? own : { position: count + 1, content: sealedLater }
  const before = await erasedInLegacy(reader)
  const walked = await walk(book, end, restart)
  if (typeof walked === 'string') return verdict(walked)
  const { missing, counted, uncounted } = walked.sum()
  const after = await erasedInLegacy(reader)
  if (sealedLater !== undefined && !isUntouched(sealedLater, count, walked.digest()))
    return verdict('An entry was changed after the data key was replaced')
  return verdict(judgeTally({ missing, counted: counted + before, uncounted }, after - before))
}

const RESEALED = 'The sealed head was changed, or sealed with another data key'

function goesOn(last: number, count: number): string {
  return `The chain goes on to entry ${last}, behind the sealed head at ${count}`
}

interface SealedEnd {
  chain: ChainId
  start: Uint8Array
  count: number
  hash: Uint8Array
}

function verdictOf({ database }: AuditBook, { chain, count, hash }: SealedEnd, provenFrom: number) {
  return (problem: string | null): ChainVerdict => ({
    chain: chainName(database, chain),
    ok: problem === null,
    count,
    head: headText(database, chain, count, hash),
    problem,
    provenFrom,
  })
}

interface Walk {
  previous: Uint8Array
  digest: Uint8Array
  position: number
}

/** Reads a chain from its start to its sealed end; returns the first fault, or what it found out on the way. */
async function walk(
  { reader, key }: AuditBook,
  { chain, start, count, hash }: SealedEnd,
  restart: RestartEntry | null,
) {
  const walked: Walk = { previous: start, digest: EMPTY_DIGEST, position: 0 }
  const tally = createPersonalTally(chain)
  const provenFrom = restart?.position ?? 1
  for await (const entry of readChain(reader, chain, count)) {
    const { row } = entry
    const position = positionOf(row)
    if (position !== walked.position + 1)
      return position <= walked.position
        ? `Entry ${position} does not belong to the chain`
        : `Entry ${walked.position + 1} is missing`
    const problem = position < provenFrom ? null : judgeEntry(key, walked, row, restart)
    if (problem !== null) return problem
    const hidden = hiddenPlaces(row)
    const place = exchangedPersonal(entry, hidden)
    if (place !== null) return `The personal value ${place} of entry ${position} was changed`
    tally.take(row, hidden.size, entry.personal.length)
    if (position < provenFrom) walked.digest = extendDigest(walked.digest, row)
    walked.previous = row.hash
    walked.position = position
  }
  if (walked.position < count)
    return `The end was cut off: ${count} entries were sealed, the last one there is ${walked.position}`
  if (!sameDigest(walked.previous, hash)) return `The sealed head does not belong to entry ${count}`
  return { sum: tally.sum, digest: () => walked.digest }
}

function judgeEntry(key: Buffer, walked: Walk, row: EntryRow, restart: RestartEntry | null): string | null {
  const position = positionOf(row)
  if (!sameDigest(chainHash(key, walked.previous, row), row.hash))
    return `Entry ${position} was changed, or does not follow the one before it`
  if (restart === null || position !== restart.position) return null
  return isUntouched(restart.content, walked.position, walked.digest)
    ? null
    : `An entry before ${position} was changed after the data key was replaced`
}

function isUntouched(sealed: { entries: number; digest: string } | null, entries: number, digest: Uint8Array): boolean {
  return sealed !== null && sealed.entries === entries && sealed.digest === Buffer.from(digest).toString('hex')
}

/** The first personal value that does not match its hash in the entry, or null. */
function exchangedPersonal({ personal }: EntryWithPersonal, hidden: ReadonlyMap<string, string>): string | null {
  return personal.find(({ place, salt, value }) => hidden.get(place) !== personalHash(salt, value))?.place ?? null
}
