import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout } from 'node:timers/promises'
import { createChangeNotes } from '../change-notes.ts'
import { queryBuilder } from '../query-builder.ts'
import type { Store, Work } from '../store.ts'
import { BUSY_TIMEOUT_MS, openConnection, openReadOnlyConnection } from './connection.ts'
import { createCheckpoints } from './checkpoints.ts'
import { beginCheck, type DamageCheck } from './damage-check.ts'
import { createReader } from './reader.ts'
import { createRehearsals } from './rehearsal.ts'
import { createStatements, type AnyQuery, type OnSlowQuery } from './statements.ts'
import { createTransactions } from './transaction.ts'
import { mergeSearch } from './merge-search.ts'
import { createWriteQueue, type OnLateWork, type Turn } from './write-queue.ts'

export interface DatabaseOptions {
  file: string
  /** Called with every query that took longer than 40 ms. */
  onSlowQuery?: OnSlowQuery
  /** Called when a work outlives its turn. Without it, a work that breaks the rules of `Work` fails. */
  onLateWork?: OnLateWork
  /** For tests: each work runs twice, see `createRehearsals`. */
  repeatWorks?: boolean
}

/** Reads take milliseconds; an export may take longer. */
const FORGET_ATTEMPTS = 40
const FORGET_PAUSE_MS = 100
/** Page cache of the connection that reads beside the writing one, in KiB: what it drops, the system still has. */
const READING_CACHE_KIB = 8_192

/** The current work, known only where the rules of `Work` are enforced. */
const atHand = new AsyncLocalStorage<Turn>()

/** Opens the store on an already prepared file (see `prepareFile`). */
export function openDatabase<Schema>({
  file,
  onSlowQuery,
  onLateWork,
  repeatWorks = false,
}: DatabaseOptions): Store<Schema> {
  const sqlite = openConnection(file)
  const reading = openReadOnlyConnection(file, READING_CACHE_KIB)
  const committed = createStatements(reading, onSlowQuery)
  const reader = createReader(file, onSlowQuery)
  const checks = new Set<DamageCheck>()
  const notes = createChangeNotes()
  const build = queryBuilder<Schema>()
  const written = createStatements(sqlite, onSlowQuery)
  const run = createTransactions(sqlite, build, written, notes)
  const queue = createWriteQueue(sqlite, notes, {
    checkpoints: createCheckpoints(sqlite, reader.checkpoint),
    onLateWork,
  })
  const strict = onLateWork === undefined
  const outside = () => {
    if (strict && atHand.getStore()?.over === false) throw new Error('A work reads through its transaction alone')
    return committed
  }
  const twice = createRehearsals(sqlite, notes)
  const inTurn = <Result>(work: Work<Schema, Result>) => {
    const once = (turn: Turn) => (strict ? atHand.run(turn, () => run(work, turn)) : run(work, turn))
    return repeatWorks ? twice(once) : once
  }
  return {
    file,
    build,
    all: async (query: AnyQuery, parameters?: unknown) => outside().all(query, parameters) as never,
    first: async (query: AnyQuery, parameters?: unknown) => outside().first(query, parameters) as never,
    reader,
    version: () => queue.lastCommit(),
    onChanges: notes.listen,
    write: (work) => queue.push(inTurn(work)),
    bulk: () => {
      const { push, conclude } = queue.bulk()
      return { write: (work) => push(inTurn(work)), conclude: (work) => conclude(inTurn(work)) }
    },
    // In the file itself, `secure_delete` zeroes what was deleted or overwritten.
    forgetErased: async () => {
      await mergeSearch(sqlite, queue)
      await queue.drain()
      for (let attempt = 0; attempt < FORGET_ATTEMPTS; attempt++) {
        if (attempt > 0) await setTimeout(FORGET_PAUSE_MS)
        // Never waits for a reader itself: that would hold up everything else.
        sqlite.pragma('busy_timeout = 0')
        try {
          const [{ busy } = { busy: 1 }] = sqlite.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[]
          if (busy === 0) return true
        } finally {
          sqlite.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
        }
      }
      return false
    },
    holdWrites: () => queue.hold(),
    findDamage: () => {
      const check = beginCheck(file)
      checks.add(check)
      return check.damage.finally(() => checks.delete(check))
    },
    close: async () => {
      await queue.drain()
      await Promise.all([...checks].map((check) => check.end()))
      await reader.close()
      reading.close()
      sqlite.close()
    },
  }
}
