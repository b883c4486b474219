import type { Kysely } from 'kysely'
import type { ChangeNotes } from '../change-notes.ts'
import type { Transaction } from '../store.ts'
import type { SqliteConnection } from './connection.ts'
import type { AnyQuery, Statements } from './statements.ts'
import type { Turn } from './write-queue.ts'

/** Makes the transaction of each work. Once the work's turn is over it refuses, so that it never reaches another's. */
export function createTransactions<Schema>(
  sqlite: SqliteConnection,
  build: Kysely<Schema>,
  statements: Statements,
  notes: ChangeNotes,
): (turn: Turn) => Transaction<Schema> {
  const open = sqlite.prepare('SAVEPOINT attempt')
  const keep = sqlite.prepare('RELEASE attempt')
  const undo = sqlite.prepare('ROLLBACK TO attempt')
  return (turn) => {
    const within = (): Statements => {
      if (turn.over) throw new Error('The work of this transaction has ended')
      return statements
    }
    return {
      build,
      all: async (query: AnyQuery, parameters?: unknown) => within().all(query, parameters) as never,
      first: async (query: AnyQuery, parameters?: unknown) => within().first(query, parameters) as never,
      run: async (query: AnyQuery, parameters?: unknown) => within().run(query, parameters),
      note: (note) => {
        within()
        notes.add(note)
      },
      attempt: async (work) => {
        within()
        const mark = notes.mark()
        open.run()
        try {
          const result = await work()
          within()
          keep.run()
          return result
        } catch (error) {
          // Cut off: what it wrote was undone with the whole work.
          if (turn.over) throw error
          undo.run()
          keep.run()
          notes.undo(mark)
          throw error
        }
      },
    }
  }
}
