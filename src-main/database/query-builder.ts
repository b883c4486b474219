import {
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  type CompiledQuery,
  type RootOperationNode,
} from 'kysely'
import { QueryCompiler } from './sqlite/query-compiler.ts'

/**
 * Kysely as a typed builder and compiler only: it never runs a query. Queries run synchronously on better-sqlite3, so
 * that a transaction never waits and several can share one commit (docs/decisions/0001).
 */
export function queryBuilder<Schema>(): Kysely<Schema> {
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new QueryCompiler(),
    },
  })
}

/** Anything Kysely can compile: a builder or a raw `sql` fragment bound to one. */
export interface Compilable<Row> {
  compile(): CompiledQuery<Row>
  /** The query itself, for a store that spells it otherwise. */
  toOperationNode(): RootOperationNode
}

/** A query compiled once and run with named parameters. */
export interface PreparedQuery<Parameters, Row> {
  readonly name: string
  readonly sql: string
  readonly query: Compilable<Row>
  /** The values for the given slots, which are those of `sql` unless a store compiled the query itself. */
  bind(parameters: Parameters, slots?: readonly unknown[]): unknown[]
  /** Never set: carries the row type. */
  readonly row?: Row
}

class Placeholder {
  readonly name: PropertyKey
  /** Index of the row it belongs to, in a statement that writes several. */
  readonly row: number
  constructor(name: PropertyKey, row = 0) {
    this.name = name
    this.row = row
  }
}

/** A placeholder for the named value, typed as that value. */
export type Parameter<Parameters> = <Name extends keyof Parameters>(name: Name) => Parameters[Name]

// A placeholder travels through the builder as if it were the value; Kysely hands parameters through untouched.
function placeholders<Parameters>(row?: number): Parameter<Parameters> {
  return <Name extends keyof Parameters>(name: Name) => new Placeholder(name, row) as unknown as Parameters[Name]
}

/**
 * Compiles a hot query once, at its first run: there are hundreds, of which a command needs few. `parameter('id')`
 * stands where the value of `id` goes at each run.
 *
 * @example
 * const cardById = prepareQuery<{ id: string }>()('card by id', (parameter) =>
 *   builder.selectFrom('card').selectAll().where('id', '=', parameter('id')))
 */
export function prepareQuery<Parameters extends object>() {
  return <Row>(
    name: string,
    build: (parameter: Parameter<Parameters>) => Compilable<Row>,
  ): PreparedQuery<Parameters, Row> => {
    let query: Compilable<Row> | undefined
    let compiled: CompiledQuery<Row> | undefined
    const built = () => (query ??= build(placeholders()))
    const own = () => (compiled ??= built().compile())
    return {
      name,
      get sql() {
        return own().sql
      },
      get query() {
        return built()
      },
      bind: (parameters, slots = own().parameters) =>
        slots.map((slot) =>
          slot instanceof Placeholder ? (parameters as Record<PropertyKey, unknown>)[slot.name] : slot,
        ),
    }
  }
}

/**
 * Like `prepareQuery`, for a statement that writes many rows. Compiled once per number of rows: use few.
 *
 * @example
 * const insertNotes = prepareRows<{ text: string }>()('insert notes', (rows) =>
 *   builder.insertInto('note').values(rows.map((parameter) => ({ text: parameter('text') }))))
 */
export function prepareRows<Parameters extends object>() {
  return <Row>(
    name: string,
    build: (rows: readonly Parameter<Parameters>[]) => Compilable<Row>,
  ): ((count: number) => PreparedQuery<readonly Parameters[], Row>) => {
    const known = new Map<number, PreparedQuery<readonly Parameters[], Row>>()
    const prepare = (count: number): PreparedQuery<readonly Parameters[], Row> => {
      const query = build(Array.from({ length: count }, (_, row) => placeholders(row)))
      const { sql, parameters: own } = query.compile()
      return {
        name,
        sql,
        query,
        bind: (rows, slots = own) =>
          slots.map((slot) =>
            slot instanceof Placeholder ? (rows[slot.row] as Record<PropertyKey, unknown>)[slot.name] : slot,
          ),
      }
    }
    return (count) => {
      const made = known.get(count) ?? prepare(count)
      known.set(count, made)
      return made
    }
  }
}
