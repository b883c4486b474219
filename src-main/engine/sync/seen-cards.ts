import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { EnvironmentSession, EnvironmentTransaction } from '../kernel/environment-core.ts'

/** Row numbers in one chunk: 512 bytes. */
export const SEEN_CHUNK = 4_096

/**
 * The cards that a run has seen, by row number: one bit each, kept apart from the cards, so that nothing is written to
 * one that stays as it was.
 */
export interface SeenCards {
  has(seq: number): boolean
  /** @returns false when it was seen before */
  add(seq: number): boolean
  /** Writes what was added since the last time. */
  save(transaction: EnvironmentTransaction): Promise<void>
}

/** @param runSeq the run's row number; what it had seen before an interruption is read */
export async function openSeenCards(session: EnvironmentSession, runSeq: number): Promise<SeenCards> {
  const chunks = new Map<number, Uint8Array>(
    (await session.all(chunksOfRun, { runSeq })).map(({ chunk, bits }) => [chunk, new Uint8Array(bits)]),
  )
  const changed = new Set<number>()
  const placeOf = (seq: number) => ({
    chunk: Math.floor(seq / SEEN_CHUNK),
    byte: (seq % SEEN_CHUNK) >> 3,
    bit: 1 << (seq & 7),
  })
  const has = (seq: number): boolean => {
    const { chunk, byte, bit } = placeOf(seq)
    return ((chunks.get(chunk)?.[byte] ?? 0) & bit) !== 0
  }
  return {
    has,
    add: (seq) => {
      const { chunk, byte, bit } = placeOf(seq)
      const bits = chunks.get(chunk) ?? new Uint8Array(SEEN_CHUNK / 8)
      chunks.set(chunk, bits)
      const before = bits[byte] ?? 0
      if ((before & bit) !== 0) return false
      bits[byte] = before | bit
      changed.add(chunk)
      return true
    },
    save: async (transaction) => {
      for (const chunk of changed)
        await transaction.run(writeChunk, { runSeq, chunk, bits: chunks.get(chunk) ?? new Uint8Array() })
      changed.clear()
    },
  }
}

/** The run has ended, or begins anew. */
export async function forgetSeenCards(transaction: EnvironmentTransaction, runSeq: number): Promise<void> {
  await transaction.run(removeChunks, { runSeq })
}

/** Another run goes on where this one ended. */
export async function handOverSeenCards(transaction: EnvironmentTransaction, from: number, to: number): Promise<void> {
  await transaction.run(transaction.build.updateTable('sync_seen').set({ run_seq: to }).where('run_seq', '=', from))
}

const builder = queryBuilder<EnvironmentSchema>()

const chunksOfRun = prepareQuery<{ runSeq: number }>()('seen cards', (parameter) =>
  builder.selectFrom('sync_seen').select(['chunk', 'bits']).where('run_seq', '=', parameter('runSeq')),
)

const writeChunk = prepareQuery<{ runSeq: number; chunk: number; bits: Uint8Array }>()(
  'write seen cards',
  (parameter) =>
    builder
      .insertInto('sync_seen')
      .values({ run_seq: parameter('runSeq'), chunk: parameter('chunk'), bits: parameter('bits') })
      .onConflict((conflict) =>
        conflict.columns(['run_seq', 'chunk']).doUpdateSet((set) => ({ bits: set.ref('excluded.bits') })),
      ),
)

const removeChunks = prepareQuery<{ runSeq: number }>()('forget seen cards', (parameter) =>
  builder.deleteFrom('sync_seen').where('run_seq', '=', parameter('runSeq')),
)
