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
  /** Called with every query that takes longer than 40 ms. */
  onSlowQuery?: OnSlowQuery
  /** Called when a unit of work outlives its turn. Without it, work that breaks the rules of `Work` fails. */
  onLateWork?: OnLateWork
  /** For tests: runs every unit of work twice, see `createRehearsals`. */
  repeatWorks?: boolean
}

/** How long `forgetErased` waits for readers: a read takes milliseconds, an export may take longer. */
const FORGET_ATTEMPTS = 40
const FORGET_PAUSE_MS = 100
/** Page cache of the connection that reads beside the writing one, in KiB; the system caches the rest. */
const READING_CACHE_KIB = 8_192

/** The turn of the running work, known only where the rules of `Work` are enforced. */
const currentTurn = new AsyncLocalStorage<Turn>()

/** Opens the store on a file that `prepareFile` has made ready. */
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
    if (strict && currentTurn.getStore()?.over === false) throw new Error('Work reads through its transaction alone')
    return committed
  }
  const twice = createRehearsals(sqlite, notes)
  const inTurn = <Result>(work: Work<Schema, Result>) => {
    const once = (turn: Turn) => (strict ? currentTurn.run(turn, () => run(work, turn)) : run(work, turn))
    return repeatWorks ? twice(once) : once
  }
  return {
    file,
    isShared: false,
    build,
    all: async (query: AnyQuery, parameters?: unknown) => outside().all(query, parameters) as never,
    first: async (query: AnyQuery, parameters?: unknown) => outside().first(query, parameters) as never,
    reader,
    version: () => queue.lastCommit(),
    onChanges: notes.listen,
    write: (work) => queue.push(inTurn(work)),
    writeBeside: (work) => queue.push(inTurn(work)),
    bulk: () => {
      const { push, conclude } = queue.bulk()
      return { write: (work) => push(inTurn(work)), conclude: (work) => conclude(inTurn(work)) }
    },
    // `secure_delete` has zeroed the file itself; copies remain in the search index and the write-ahead log.
    forgetErased: async () => {
      await mergeSearch(sqlite, queue)
      await queue.drain()
      for (let attempt = 0; attempt < FORGET_ATTEMPTS; attempt++) {
        if (attempt > 0) await setTimeout(FORGET_PAUSE_MS)
        // Must not wait for a reader: that would block the main thread.
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
    origin: async () => null,
    status: async () => null,
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
