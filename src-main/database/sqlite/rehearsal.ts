import type { ChangeNotes } from '../change-notes.ts'
import type { SqliteConnection } from './connection.ts'
import type { Turn } from './turn.ts'

/**
 * Runs each work twice and keeps the second try only, as a store does that repeats what a conflict undid. A work that
 * changes anything but its transaction then shows.
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
        // Cut off, or undone by SQLite itself. Anything else fails again.
        if (turn.over || !sqlite.inTransaction) throw error
      }
      ended = true
      sqlite.exec('ROLLBACK TO rehearsal; RELEASE rehearsal')
      notes.undo(mark)
      return work(turn)
    }
}
