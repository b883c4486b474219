import type { CompiledQuery } from 'kysely'
import type { Reader } from '../store.ts'
import { startThread, type Thread } from '../thread.ts'
import type { OnSlowQuery } from './statements.ts'

/** A read-only connection in its own worker thread, started on first use. */
export interface ReaderThread extends Reader {
  /** Moves committed pages out of the write-ahead log, while others read and write. */
  checkpoint(): Promise<void>
  close(): Promise<void>
}

/** What the reader thread can be asked. */
export interface ReaderCalls {
  all: {
    input: { file: string; sql: string; parameters: unknown[] }
    output: { rows: unknown[]; durationMs: number }
  }
  checkpoint: { input: { file: string }; output: { durationMs: number } }
}

/** In the worker a slow read blocks nothing, but still deserves a line in the log. */
const SLOW_READ_MS = 500

export function createReader(file: string, onSlowQuery?: OnSlowQuery): ReaderThread {
  let thread: Thread<ReaderCalls> | null = null
  let closed = false
  const over = () => new Error('The database is closed')
  const running = (): Thread<ReaderCalls> => {
    if (closed) throw over()
    if (thread === null || thread.hasEnded()) thread = startThread<ReaderCalls>(import.meta.url, { name: 'reader' })
    return thread
  }
  const noteDuration = (name: string, durationMs: number) => {
    if (durationMs > SLOW_READ_MS) onSlowQuery?.(name, durationMs)
  }
  return {
    all: async <Row>(name: string, query: CompiledQuery<Row>) => {
      const parameters = [...query.parameters]
      const { rows, durationMs } = await running().ask('all', { file, sql: query.sql, parameters })
      noteDuration(name, durationMs)
      return rows as Row[]
    },
    checkpoint: async () => noteDuration('checkpoint', (await running().ask('checkpoint', { file })).durationMs),
    close: async () => {
      closed = true
      await thread?.end(over())
    },
  }
}
