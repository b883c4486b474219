import type { AuditDatabase, AuditVerdict, ChainVerdict } from '../../../domain/audit.ts'
import type { Reader } from '../../../database/store.ts'
import { lastOfLegacy, readEnds, type AuditEnds } from './audit-reader.ts'
import { GENESIS } from './chain-hash.ts'
import { chainName, headText, readNotedHead, SERVICE } from './chain-name.ts'
import { findLost } from './noted-heads.ts'
import { firstMissing } from './remembered-heads.ts'
import { verifyChain, verifyLegacy, type AuditBook } from './verify-chain.ts'
import { findForgotten } from './witness.ts'

type AuditReaders = Readonly<Record<AuditDatabase, { database: { reader: Reader } }>>

/**
 * Verifies all chains of a database, and compares them with the heads that the service's chain and the other databases
 * have recorded: a chain that is gone together with its head leaves no other trace.
 */
export async function verifyDatabase(book: AuditBook, readers: AuditReaders): Promise<AuditVerdict> {
  const { reader, database } = book
  const ends = await readEnds(reader)
  const chains: ChainVerdict[] = []
  if (ends.legacy !== null || (await lastOfLegacy(reader)) > 0) chains.push(await verifyLegacy(book, ends.legacy))
  const isService = (chain: string) => Number(chain === SERVICE)
  for (const [chain, end] of [...ends.chains].toSorted(([one], [other]) => isService(other) - isService(one)))
    chains.push(await verifyChain(book, chain, end, ends.legacy))
  for (const [chain, problem] of await findLost(reader, database)) blame(chains, chainName(database, chain), problem)
  const forgotten = await findForgotten(database, readers)
  if (forgotten !== null) blame(chains, chainName(database, forgotten.chain), forgotten.problem)
  return summed(headOfService(database, ends), chains)
}

/** Verifies one project's chain on its own, and compares it with what the service's chain remembers of it. */
export async function verifyProject(book: AuditBook, projectId: string): Promise<AuditVerdict> {
  const { reader, database } = book
  const [ends, service] = await Promise.all([readEnds(reader, projectId), readEnds(reader, SERVICE)])
  const chains: ChainVerdict[] = []
  for (const [chain, end] of ends.chains) chains.push(await verifyChain(book, chain, end, ends.legacy))
  for (const [chain, problem] of await findLost(reader, database, projectId))
    blame(chains, chainName(database, chain), problem)
  return summed(headOfService(database, service), chains)
}

/** Whether a head that was noted elsewhere occurs in its chain. */
export async function occurs({ reader, database }: Omit<AuditBook, 'key'>, expected: string): Promise<boolean> {
  const head = readNotedHead(expected, database)
  if (head === null) return false
  if (head.count > 0) return (await firstMissing(reader, [head])) === undefined
  const { legacy, chains } = await readEnds(reader, head.chain ?? SERVICE)
  const start = head.chain === null ? GENESIS : (chains.get(head.chain)?.head?.start ?? legacy?.hash ?? GENESIS)
  return Buffer.from(start).toString('hex') === head.hash
}

/** The verdict once a noted head was not found: a fault of the chain that it names. */
export function withoutExpected(verdict: AuditVerdict, database: AuditDatabase, expected: string): AuditVerdict {
  const chains = [...verdict.chains]
  const { chain } = readNotedHead(expected, database) ?? { chain: null }
  blame(chains, chainName(database, chain), `The head ${expected} does not occur in this chain`)
  return summed(verdict.head, chains)
}

/** Adds a fault to a chain's verdict, which stays with its own if it has one. */
function blame(chains: ChainVerdict[], chain: string, problem: string): void {
  const index = chains.findIndex((known) => known.chain === chain)
  const known = chains[index]
  if (known === undefined) {
    const head = `${chain}:0:${GENESIS.toString('hex')}`
    chains.push({ chain, ok: false, count: 0, head, problem, provenFrom: 1 })
  } else if (known.ok) chains[index] = { ...known, ok: false, problem }
}

function headOfService(database: AuditDatabase, { legacy, chains }: AuditEnds): string {
  const head = chains.get(SERVICE)?.head
  return headText(database, SERVICE, head?.count ?? 0, head?.hash ?? legacy?.hash ?? GENESIS)
}

function summed(head: string, chains: ChainVerdict[]): AuditVerdict {
  const broken = chains.find(({ ok }) => !ok)
  return {
    ok: broken === undefined,
    count: chains.reduce((sum, { count }) => sum + count, 0),
    head,
    problem: broken === undefined ? null : `${broken.chain}: ${broken.problem}`,
    chains,
  }
}
