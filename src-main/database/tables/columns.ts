import type { ColumnType } from 'kysely'

/** A column that SQLite fills on insert if it is left out; it never changes afterwards. */
export type RowNumber = ColumnType<number, number | undefined, never>

/** A column that is empty in most rows and optional on insert. */
export type LaterColumn = ColumnType<string | null, string | null | undefined, string | null>
