import type { ColumnType } from 'kysely'

/** A column that SQLite fills when an insert leaves it out and that never changes afterwards. */
export type RowNumber = ColumnType<number, number | undefined, never>

/** A column that most rows of its table leave empty. */
export type LaterColumn = ColumnType<string | null, string | null | undefined, string | null>
