import {
  createQueryId,
  OperatorNode,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  type BinaryOperationNode,
  type CompiledQuery,
  type RawNode,
} from 'kysely'
import { storableText } from '../../domain/storable-text.ts'
import type { SpelledNode } from '../sql/spelled.ts'
import type { Compilable, PreparedQuery } from '../query-builder.ts'

/** Compiles queries for PostgreSQL, with its own spelling of what each engine spells its own way. */
class Compiler extends PostgresQueryCompiler {
  protected override visitRaw(node: RawNode): void {
    if ('postgres' in node) this.visitNode((node as SpelledNode).postgres)
    else super.visitRaw(node)
  }

  /** SQLite knows the empty list; here its parentheses are a syntax error. */
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { operator, rightOperand: list } = node
    const isEmptyList = PrimitiveValueListNode.is(list) && list.values.length === 0 && OperatorNode.is(operator)
    if (isEmptyList) this.append(operator.operator === 'in' ? 'false' : 'true')
    else super.visitBinaryOperation(node)
  }
}

const compiled = new WeakMap<PreparedQuery<unknown, unknown>, CompiledQuery & { name: string }>()
let names = 0

/** A query as text with its values. Prepared queries have a name, under which each connection plans them once. */
export function compile(
  query: Compilable<unknown> | PreparedQuery<unknown, unknown>,
  parameters: unknown,
): { name?: string; text: string; values: unknown[] } {
  if (!('bind' in query)) {
    const { sql, parameters: values } = compileNode(query)
    return { text: sql, values: values.map(storable) }
  }
  let known = compiled.get(query)
  if (known === undefined) {
    names += 1
    known = { ...compileNode(query.query), name: `q${names}` }
    compiled.set(query, known)
  }
  return { name: known.name, text: known.sql, values: query.bind(parameters, known.parameters).map(storable) }
}

/** A NUL would make the server refuse the whole statement; SQLite keeps it. */
function storable(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? storableText(value) : value
}

function compileNode(query: Compilable<unknown>): CompiledQuery {
  return new Compiler().compileQuery(query.toOperationNode(), createQueryId())
}
