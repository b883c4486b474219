/** SQL that each engine says in its own way. Nothing outside `database` writes SQL text. */
export * from './sqlite/sql/expressions.ts'
export * from './sqlite/sql/row-json.ts'
export * from './sqlite/sql/card-search.ts'
