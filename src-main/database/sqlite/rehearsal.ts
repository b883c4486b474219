import type { ChangeNotes } from '../change-notes.ts'
import type { SqliteConnection } from './connection.ts'
import type { Turn } from './turn.ts'

/**
 * Runs each unit of work twice and keeps only the second run, like a store that retries after a conflict. Work with an
 * effect outside its transaction then shows it twice.
 */
export function createRehearsals(sqlite: SqliteConnection, notes: ChangeNotes) {
  return <Result>(work: (turn: Turn) => Promise<Result>) =>
    async (turn: Turn): Promise<Result> => {
      let ended = false
      const mark = notes.mark()
      sqlite.exec('SAVEPOINT rehearsal')
      try {
        await work({
          get over() {
            return ended || turn.over
          },
        })
      } catch (error) {
        // Cut off, or rolled back by SQLite itself. Any other error will be thrown again by the second run.
        if (turn.over || !sqlite.inTransaction) throw error
      }
      ended = true
      sqlite.exec('ROLLBACK TO rehearsal; RELEASE rehearsal')
      notes.undo(mark)
      return work(turn)
    }
}
