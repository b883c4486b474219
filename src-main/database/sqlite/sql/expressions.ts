import { sql, type Expression, type RawBuilder } from 'kysely'

/** Expressions that the query builder lacks or each engine spells its own way. Columns are named as in the query. */

/** A text written into the query itself: the planner uses a partial index only if its condition is no parameter. */
export function literal<Text extends string>(text: Text): RawBuilder<Text> {
  return sql.lit(text)
}

/** A column without its indexes, for the planner: another condition already leaves few rows. */
export function unindexed<Type = string | number>(column: string): RawBuilder<Type> {
  return sql`+${sql.ref(column)}`
}

/** Whether the column contains the text, case-sensitively. */
export function contains(column: string, text: string): RawBuilder<boolean> {
  return sql`instr(${sql.ref(column)}, ${text}) > 0`
}

/** Like `contains`, ignoring the case of ASCII letters. */
export function containsIgnoringCase(column: string, text: string): RawBuilder<boolean> {
  return sql`instr(lower(${sql.ref(column)}), ${text.toLowerCase()}) > 0`
}

/** The later of two times; the column may be null. */
export function laterOf(column: string, time: string): RawBuilder<string> {
  return sql`max(coalesce(${sql.ref(column)}, ''), ${time})`
}

/** A time, moved back. */
export function movedBack(column: string, ms: number): RawBuilder<string> {
  return sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${sql.ref(column)}, ${`-${ms / 1000} seconds`})`
}

/** The strings of a JSON array, for `in`: one parameter, however many there are. */
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

/** A value as a column of `select`; a bare parameter would have no type. */
export function value<Type>(given: Type): RawBuilder<Type> {
  return sql`${given}`
}

/** Always true: as a `where`, keeps SQLite from reading a following `on conflict` as the condition of a join. */
export function always(): Expression<boolean> {
  return sql`true`
}
