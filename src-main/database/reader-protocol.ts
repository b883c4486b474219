/** What the main thread asks the reader thread. */
export type ReaderRequest = { id: number; kind: 'all' | 'checkpoint'; sql?: string; parameters?: unknown[] }

export type ReaderReply = { id: number; durationMs: number } & ({ ok: true; value: unknown } | { ok: false; message: string })

/** In the worker a slow read blocks nobody, but it is still worth a line in the log. */
export const SLOW_READ_MS = 500
