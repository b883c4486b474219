import { sql } from 'kysely'

/** Whether a JSON text holds the driver's name as one; `"driver":"Ada"` is never part of another text, which would escape its quotation marks. */
export function names(column: 'body' | 'payload', driver: string) {
  return sql<boolean>`instr(${sql.ref(column)}, ${`"driver":${JSON.stringify(driver)}`}) > 0`
}

/** Whether the fleet's own notes of a card hold the name anywhere. */
export function notesName(driver: string) {
  return sql<boolean>`instr(notes, ${driver}) > 0`
}
