/** SQL fragments and locks that each engine spells its own way. Only `database` contains SQL text. */
export * from './sql/expressions.ts'
export * from './sql/locks.ts'
export * from './sql/row-json.ts'
export * from './sql/card-search.ts'
