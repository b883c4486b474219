/** SQL that each engine says in its own way. Nothing outside `database` writes SQL text. */
export * from './sqlite/expressions.ts'
export * from './sqlite/row-json.ts'
export * from './sqlite/card-search.ts'
