import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { EnvironmentSession, EnvironmentTransaction } from '../kernel/environment-core.ts'

/** Row numbers per chunk: 512 bytes. */
export const SEEN_CHUNK = 4_096

/**
 * The cards that a run has seen, as one bit per row number. Stored apart from the cards: unchanged ones need no write.
 */
export interface SeenCards {
  has(seq: number): boolean
  /** Starts a draft for one unit of work. */
  draft(): SeenDraft
}

export interface SeenDraft {
  /** @returns false if it was seen before */
  add(seq: number): boolean
  save(transaction: EnvironmentTransaction): Promise<void>
  /** Confirms the draft, once the unit of work that saved it is done. */
  keep(): void
}

/** @param runSeq the run's row number; loads what it had seen before an interruption */
export async function openSeenCards(session: EnvironmentSession, runSeq: number): Promise<SeenCards> {
  const chunks = new Map<number, Uint8Array>(
    (await session.all(chunksOfRun, { runSeq })).map(({ chunk, bits }) => [chunk, new Uint8Array(bits)]),
  )
  return {
    has: (seq) => {
      const { chunk, byte, bit } = placeOf(seq)
      return ((chunks.get(chunk)?.[byte] ?? 0) & bit) !== 0
    },
    draft: () => {
      const changed = new Map<number, Uint8Array>()
      return {
        add: (seq) => {
          const { chunk, byte, bit } = placeOf(seq)
          const bits = changed.get(chunk) ?? chunks.get(chunk)
          if (((bits?.[byte] ?? 0) & bit) !== 0) return false
          const mine = changed.get(chunk) ?? bits?.slice() ?? new Uint8Array(SEEN_CHUNK / 8)
          mine[byte] = (mine[byte] ?? 0) | bit
          changed.set(chunk, mine)
          return true
        },
        save: async (transaction) => {
          for (const [chunk, bits] of changed) await transaction.run(writeChunk, { runSeq, chunk, bits })
        },
        keep: () => {
          for (const [chunk, bits] of changed) chunks.set(chunk, bits)
        },
      }
    },
  }
}

const placeOf = (seq: number) => ({
  chunk: Math.floor(seq / SEEN_CHUNK),
  byte: (seq % SEEN_CHUNK) >> 3,
  bit: 1 << (seq & 7),
})

/** For a run that has ended or starts over. */
export async function forgetSeenCards(transaction: EnvironmentTransaction, runSeq: number): Promise<void> {
  await transaction.run(removeChunks, { runSeq })
}

/** For a run that another one resumes. */
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
