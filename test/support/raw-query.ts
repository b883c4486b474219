import type { Kysely, RawBuilder } from 'kysely'
import type { Compilable } from '../../src-main/database/query-builder.ts'

/** SQL text as a query for a store: for what the builder cannot say. */
export function rawQuery<Row, Schema>(build: Kysely<Schema>, query: RawBuilder<Row>): Compilable<Row> {
  return { compile: () => query.compile(build), toOperationNode: () => query.toOperationNode() }
}
