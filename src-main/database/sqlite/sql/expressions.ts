import { sql, type Expression, type RawBuilder } from 'kysely'

/**
 * What the query builder cannot say, or what each engine says in its own way. Columns are named as in the query around.
 */

/**
 * A text in the query itself instead of a parameter: only so does the planner use a partial index with this condition.
 */
export function literal<Text extends string>(text: Text): RawBuilder<Text> {
  return sql.lit(text)
}

/** A column whose indexes the planner must not use, because few rows are left by another condition. */
export function unindexed<Type = string | number>(column: string): RawBuilder<Type> {
  return sql`+${sql.ref(column)}`
}

/** Whether the column's text contains this one, letter for letter. */
export function contains(column: string, text: string): RawBuilder<boolean> {
  return sql`instr(${sql.ref(column)}, ${text}) > 0`
}

/** The same, whatever the case of ASCII letters. */
export function containsIgnoringCase(column: string, text: string): RawBuilder<boolean> {
  return sql`instr(lower(${sql.ref(column)}), ${text.toLowerCase()}) > 0`
}

/** The later of two times, of which the first may be null. */
export function laterOf(column: string, time: string): RawBuilder<string> {
  return sql`max(coalesce(${sql.ref(column)}, ''), ${time})`
}

/** A time moved back by so many milliseconds. */
export function movedBack(column: string, ms: number): RawBuilder<string> {
  return sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${sql.ref(column)}, ${`-${ms / 1000} seconds`})`
}

/** The texts of a JSON array, for `in`: one parameter, however many there are. */
export function jsonTexts(array: string): RawBuilder<string> {
  return sql`(SELECT value FROM json_each(${array}))`
}

/** The objects of a JSON array as a table, read with `jsonField`. */
export function jsonRows(array: string) {
  return sql<{ value: string }>`json_each(${array})`.as('entry')
}

/** A field of a row of `jsonRows`. */
export function jsonField<Type>(name: string): RawBuilder<Type> {
  return sql`value ->> ${sql.lit(name)}`
}

/** A value as a column of `select`, where a parameter alone would have no type. */
export function value<Type>(given: Type): RawBuilder<Type> {
  return sql`${given}`
}

/** Always true: ends a `select` whose conflict clause would be taken for a join. */
export function always(): Expression<boolean> {
  return sql`true`
}
