import type { ColumnType } from 'kysely'

/** A column that SQLite fills on insert if it is left out; it never changes afterwards. */
export type RowNumber = ColumnType<number, number | undefined, never>

/** A column that is empty in most rows and optional on insert. */
export type LaterColumn = ColumnType<string | null, string | null | undefined, string | null>

/** The same for bytes, such as a hash. */
export type LaterBytes = ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>
