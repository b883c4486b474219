/** SQL fragments and locks that each engine spells its own way. Only `database` contains SQL text. */
export * from './sqlite/sql/expressions.ts'
export * from './sqlite/sql/locks.ts'
export * from './sqlite/sql/row-json.ts'
export * from './sqlite/sql/card-search.ts'
