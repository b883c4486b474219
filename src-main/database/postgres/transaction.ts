import type pg from 'pg'
import type { Kysely } from 'kysely'
import type { ChangeNote } from '../change-notes.ts'
import { writeEndings, type Ending } from '../endings.ts'
import type { EndingWork, Transaction, Work } from '../store.ts'
import { compile } from './compiler.ts'
import { classifyServer, isConflict, isLost } from './server-error.ts'

type AnyQuery = Parameters<typeof compile>[0]

export interface Done<Result> {
  result: Result
  notes: readonly ChangeNote[]
}

/** Runs a unit of work within the transaction that `client` has open; it stops working when the work has ended. */
export async function runWork<Schema, Result>(
  client: pg.ClientBase,
  build: Kysely<Schema>,
  work: Work<Schema, Result>,
  { isShared }: { isShared: boolean },
): Promise<Done<Result>> {
  const endings: Ending[] = []
  const notes: ChangeNote[] = []
  let over = false
  let last: Promise<unknown> = Promise.resolve()
  const query = async (query: AnyQuery, parameters: unknown): Promise<pg.QueryResult> => {
    if (over) throw new Error('The work of this transaction has ended')
    // A work may ask several things at once; a connection answers one after the other.
    const answer = last.then(() => client.query(compile(query, parameters)))
    last = answer.catch(() => {})
    try {
      return await answer
    } catch (error) {
      // A work that looks at errors must not take these for its own: it will run again as a whole.
      throw isLost(error) || isConflict(error) ? classifyServer(error, 'the store') : error
    }
  }
  const transaction: Transaction<Schema> = {
    build,
    isShared,
    isRemote: true,
    all: async (given: AnyQuery, parameters?: unknown) => (await query(given, parameters)).rows as never,
    first: async (given: AnyQuery, parameters?: unknown) => (await query(given, parameters)).rows[0] as never,
    run: async (given: AnyQuery, parameters?: unknown) => (await query(given, parameters)).rowCount ?? 0,
    atEnd: (write, item) => void endings.push({ write: write as EndingWork<unknown>, item }),
    note: (note) => void notes.push(note),
    attempt: async (attempted) => {
      const kept = [notes.length, endings.length] as const
      await client.query('SAVEPOINT attempt')
      try {
        const result = await attempted()
        await client.query('RELEASE attempt')
        return result
      } catch (error) {
        if (isLost(error)) throw error
        await client.query('ROLLBACK TO attempt; RELEASE attempt')
        ;[notes.length, endings.length] = kept
        throw error
      }
    },
  }
  try {
    const result = await work(transaction)
    await writeEndings(transaction, endings)
    return { result, notes }
  } finally {
    over = true
  }
}
