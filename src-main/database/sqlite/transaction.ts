import type { Kysely } from 'kysely'
import type { ChangeNotes } from '../change-notes.ts'
import { writeEndings, type Ending } from '../endings.ts'
import type { EndingWork, Transaction, Work } from '../store.ts'
import type { SqliteConnection } from './connection.ts'
import type { AnyQuery, Statements } from './statements.ts'
import type { Turn } from './write-queue.ts'

/** Runs each unit of work in a transaction that stops working with its turn, and so can never touch the next one's. */
export function createTransactions<Schema>(
  sqlite: SqliteConnection,
  build: Kysely<Schema>,
  statements: Statements,
  notes: ChangeNotes,
): <Result>(work: Work<Schema, Result>, turn: Turn) => Promise<Result> {
  const open = sqlite.prepare('SAVEPOINT attempt')
  const keep = sqlite.prepare('RELEASE attempt')
  const undo = sqlite.prepare('ROLLBACK TO attempt')
  return async (work, turn) => {
    const endings: Ending[] = []
    const within = (): Statements => {
      if (turn.over) throw new Error('The work of this transaction has ended')
      return statements
    }
    const transaction: Transaction<Schema> = {
      build,
      isShared: false,
      isRemote: false,
      all: async (query: AnyQuery, parameters?: unknown) => within().all(query, parameters) as never,
      first: async (query: AnyQuery, parameters?: unknown) => within().first(query, parameters) as never,
      run: async (query: AnyQuery, parameters?: unknown) => within().run(query, parameters),
      atEnd: (write, item) => {
        within()
        endings.push({ write: write as EndingWork<unknown>, item })
      },
      note: (note) => {
        within()
        notes.add(note)
      },
      attempt: async (attempted) => {
        within()
        const mark = notes.mark()
        const kept = endings.length
        open.run()
        try {
          const result = await attempted()
          within()
          keep.run()
          return result
        } catch (error) {
          // Cut off: its writes were rolled back with the whole work.
          if (turn.over) throw error
          undo.run()
          keep.run()
          notes.undo(mark)
          endings.length = kept
          throw error
        }
      },
    }
    const result = await work(transaction)
    await writeEndings(transaction, endings)
    return result
  }
}
