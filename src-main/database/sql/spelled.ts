import { ExpressionWrapper, type AliasableExpression, type Expression, type RawNode } from 'kysely'

/** An expression that PostgreSQL spells otherwise; it compiles to `sqlite` unless the compiler knows the other. */
export interface SpelledNode extends RawNode {
  readonly postgres: ReturnType<Expression<unknown>['toOperationNode']>
}

/** One expression in the words of each engine. */
export function spelled<Type>(sqlite: Expression<Type>, postgres: Expression<Type>): AliasableExpression<Type> {
  const node: SpelledNode = Object.freeze({
    ...(sqlite.toOperationNode() as RawNode),
    postgres: postgres.toOperationNode(),
  })
  return new ExpressionWrapper<unknown, never, Type>(node)
}
