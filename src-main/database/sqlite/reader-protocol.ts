import type { DatabaseFault } from '../database-error.ts'

/** What the main thread asks the reader thread. */
export type ReaderRequest = { id: number; kind: 'all' | 'checkpoint'; sql?: string; parameters?: unknown[] }

/** What became of a request; `trouble` is what a `DatabaseError` holds, which cannot cross between threads. */
export type ReaderResult =
  | { ok: true; value: unknown }
  | { ok: false; message: string; trouble: { fault: DatabaseFault; file: string } | null }

export type ReaderReply = { id: number; durationMs: number } & ReaderResult

/** In the worker, a slow read blocks nothing, but it is still logged. */
export const SLOW_READ_MS = 500
