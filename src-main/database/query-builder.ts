import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, type CompiledQuery } from 'kysely'

/**
 * Kysely as a typed builder and compiler only: it never runs a query. Queries run synchronously on better-sqlite3,
 * so that a transaction holds no await and several can share one commit (docs/decisions/0001).
 */
export function queryBuilder<Schema>(): Kysely<Schema> {
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
}

/** Anything Kysely can compile: a builder or a raw `sql` fragment bound to one. */
export interface Compilable<Row> {
  compile(): CompiledQuery<Row>
}

/** A query compiled once; `Parameters` are given at each run by name. */
export interface PreparedQuery<Parameters, Row> {
  readonly name: string
  readonly sql: string
  bind(parameters: Parameters): unknown[]
  /** Never set: carries the row type. */
  readonly row?: Row
}

class Placeholder {
  readonly name: PropertyKey
  constructor(name: PropertyKey) {
    this.name = name
  }
}

/**
 * Compiles a hot query once. `parameter('id')` stands where the value of `id` goes at each run.
 *
 * @example
 * const cardById = prepareQuery<{ id: string }>()('card by id', (parameter) =>
 *   builder.selectFrom('card').selectAll().where('id', '=', parameter('id')))
 */
export function prepareQuery<Parameters extends object>() {
  return <Row>(name: string, build: (parameter: <Name extends keyof Parameters>(name: Name) => Parameters[Name]) => Compilable<Row>): PreparedQuery<Parameters, Row> => {
    // A placeholder travels through the builder as if it were the value; Kysely hands parameters through untouched.
    const compiled = build(<Name extends keyof Parameters>(parameter: Name) => new Placeholder(parameter) as unknown as Parameters[Name]).compile()
    const slots = compiled.parameters
    return {
      name,
      sql: compiled.sql,
      bind: (parameters) =>
        slots.map((slot) => (slot instanceof Placeholder ? (parameters as Record<PropertyKey, unknown>)[slot.name] : slot)),
    }
  }
}
