import { sql, type AliasableExpression, type Expression, type RawBuilder } from 'kysely'
import { spelled } from './spelled.ts'

/** Expressions that the query builder lacks or each engine spells its own way. Columns are named as in the query. */

/** A text written into the query itself: the planner uses a partial index only if its condition is not a parameter. */
export function literal<Text extends string>(text: Text): RawBuilder<Text> {
  return sql.lit(text)
}

/** A column without its indexes, for the planner: another condition already leaves few rows. */
export function unindexed<Type = string | number>(column: string): AliasableExpression<Type> {
  return spelled<Type>(sql`+${sql.ref(column)}`, sql`${sql.ref(column)}`)
}

/** The same for a text, which PostgreSQL then sorts as well rather than walking an index past all that do not match. */
export function unindexedText(column: string): AliasableExpression<string> {
  return spelled<string>(sql`+${sql.ref(column)}`, sql`${sql.ref(column)} || ''`)
}

/** Whether the column contains the text, case-sensitively. */
export function contains(column: string, text: string): AliasableExpression<boolean> {
  return spelled<boolean>(sql`instr(${sql.ref(column)}, ${text}) > 0`, sql`strpos(${sql.ref(column)}, ${text}) > 0`)
}

/** Like `contains`, ignoring the case of ASCII letters. */
export function containsIgnoringCase(column: string, text: string): AliasableExpression<boolean> {
  // Both engines fold ASCII alone, here: other letters are looked for in small and in capitals.
  const capitals = text.toUpperCase().replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
  const typed = [...new Set([text.toLowerCase(), capitals])]
  const anyOf = (position: string) =>
    sql<boolean>`(${sql.join(
      typed.map((form) => sql`${sql.raw(position)}(lower(${sql.ref(column)}), ${form}) > 0`),
      sql` OR `,
    )})`
  return spelled<boolean>(anyOf('instr'), anyOf('strpos'))
}

/** The later of two times; the column may be null. */
export function laterOf(column: string, time: string): AliasableExpression<string> {
  return spelled<string>(
    sql`max(coalesce(${sql.ref(column)}, ''), ${time})`,
    sql`greatest(coalesce(${sql.ref(column)}, ''), ${time})`,
  )
}

/** The month of a time, such as `2027-01`. */
export function monthOf(column: string): RawBuilder<string> {
  return sql`substr(${sql.ref(column)}, 1, 7)`
}

/** A time, moved back. */
export function movedBack(column: string, ms: number): AliasableExpression<string> {
  const by = `-${ms / 1000} seconds`
  return spelled<string>(
    sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${sql.ref(column)}, ${by})`,
    sql`to_char((${sql.ref(column)}::timestamptz + ${by}::interval) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') COLLATE "C"`,
  )
}

/** The strings of a JSON array, for `in`: one parameter, however many there are. */
export function jsonTexts(array: string): AliasableExpression<string> {
  return spelled<string>(
    sql`(SELECT value FROM json_each(${array}))`,
    sql`(SELECT value FROM json_array_elements_text(${withoutNul(array)}))`,
  )
}

const ESCAPED_NUL = sql.lit(String.raw`(?<!\\)((\\\\)*)\\u0000`)
const REPLACEMENT = sql.lit(String.raw`\1\\ufffd`)

/** PostgreSQL reads every JSON but the one that escapes a NUL. */
function withoutNul(json: string): RawBuilder<string> {
  return sql`regexp_replace(${json}, ${ESCAPED_NUL}, ${REPLACEMENT}, 'g')::json`
}

/** The objects of a JSON array as a table, read with `jsonField`. */
export function jsonRows(array: string) {
  return spelled<{ value: string }>(sql`json_each(${array})`, sql`json_array_elements(${withoutNul(array)})`).as(
    'entry',
  )
}

/** A text of a row of `jsonRows`. */
export function jsonField<Type extends string | null>(name: string): RawBuilder<Type> {
  return sql`value ->> ${sql.lit(name)}`
}

/** A whole number of a row of `jsonRows`. */
export function jsonNumber(name: string): AliasableExpression<number> {
  return spelled<number>(sql`value ->> ${sql.lit(name)}`, sql`(value ->> ${sql.lit(name)})::bigint`)
}

/** A whole number as a column of `select`; a bare parameter would have no type. */
export function wholeNumber(given: number): AliasableExpression<number> {
  return spelled<number>(sql`${given}`, sql`${given}::bigint`)
}

/** Always true: as a `where`, keeps SQLite from reading a following `on conflict` as the condition of a join. */
export function always(): Expression<boolean> {
  return sql`true`
}

/**
 * Whether the column names an instance that is known to be dead, or none. `own` always lives; the others live if they
 * were seen since `livingSince`.
 */
export function ofDeadInstance(column: string, own: string, livingSince: string): RawBuilder<boolean> {
  const owner = sql.ref(column)
  return sql`(${owner} IS NULL OR (${owner} <> ${own} AND NOT EXISTS (SELECT 1 FROM instance WHERE instance.id = ${owner} AND instance.ended_at IS NULL AND instance.seen_at >= ${livingSince})))`
}
