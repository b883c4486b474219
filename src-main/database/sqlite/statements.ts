import { classify } from '../database-error.ts'
import type { Compilable, PreparedQuery } from '../query-builder.ts'
import type { SqliteConnection, SqliteStatement } from './connection.ts'

export type AnyQuery = Compilable<unknown> | PreparedQuery<unknown, unknown>

/** Runs queries on one connection, with prepared statements of its own. */
export interface Statements {
  all(query: AnyQuery, parameters: unknown): unknown[]
  first(query: AnyQuery, parameters: unknown): unknown
  /** Returns the number of rows changed. */
  run(query: AnyQuery, parameters: unknown): number
}

export type OnSlowQuery = (name: string, durationMs: number) => void

/** Slower queries are reported by name: the main thread does nothing else meanwhile. */
const SLOW_QUERY_MS = 40
const CACHE_SIZE = 400

/** @param onSlowQuery called with every query that takes longer than 40 ms */
export function createStatements(sqlite: SqliteConnection, onSlowQuery?: OnSlowQuery): Statements {
  const prepared = createCache(sqlite)
  const perform = <Result>(
    query: AnyQuery,
    parameters: unknown,
    execute: (statement: SqliteStatement, values: unknown[]) => Result,
  ): Result => {
    const bound = 'bind' in query
    const { sql, parameters: values } = bound ? { sql: query.sql, parameters: query.bind(parameters) } : query.compile()
    const statement = prepared(sql)
    const started = performance.now()
    try {
      return execute(statement, values as unknown[])
    } catch (error) {
      throw classify(error, sqlite.name)
    } finally {
      const took = performance.now() - started
      if (took > SLOW_QUERY_MS) onSlowQuery?.(bound ? query.name : sql.slice(0, 120), took)
    }
  }
  return {
    all: (query, parameters) => perform(query, parameters, (statement, values) => statement.all(...values)),
    first: (query, parameters) => perform(query, parameters, (statement, values) => statement.get(...values)),
    run: (query, parameters) => perform(query, parameters, (statement, values) => statement.run(...values).changes),
  }
}

/** Prepared statements by their text; the least recently used goes first. */
function createCache(sqlite: SqliteConnection): (sql: string) => SqliteStatement {
  const cache = new Map<string, SqliteStatement>()
  return (sql) => {
    const known = cache.get(sql)
    if (known !== undefined) {
      // Only a full cache needs its order kept.
      if (cache.size >= CACHE_SIZE) {
        cache.delete(sql)
        cache.set(sql, known)
      }
      return known
    }
    const statement = sqlite.prepare(sql)
    cache.set(sql, statement)
    const oldest = cache.size > CACHE_SIZE ? cache.keys().next().value : undefined
    if (oldest !== undefined) cache.delete(oldest)
    return statement
  }
}
