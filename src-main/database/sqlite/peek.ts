import { readUnopened } from './connection.ts'
import type { Compilable } from '../query-builder.ts'

/**
 * Runs one query on a closed file, without changing it.
 *
 * @throws DatabaseError when it is missing, corrupt or of another structure
 */
export function peek<Row>(file: string, query: Compilable<Row>): Row[] {
  const { sql, parameters } = query.compile()
  return readUnopened(file, (sqlite) => sqlite.prepare<unknown[], Row>(sql).all(...parameters))
}
