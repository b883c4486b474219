import type { Compilable } from '../query-builder.ts'
import type { Reader } from '../store.ts'
import { startThread, type Thread } from '../thread.ts'
import type { OnSlowQuery } from './statements.ts'

/** A read-only connection in its own worker thread, started on first use and ended when idle. */
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
/** An idle thread keeps what a broad search took, tens of megabytes; a new one starts within 50 ms. */
const IDLE_MS = 15_000

export function createReader(file: string, onSlowQuery?: OnSlowQuery): ReaderThread {
  let thread: Thread<ReaderCalls> | null = null
  let closed = false
  let asking = 0
  let idle: NodeJS.Timeout | undefined
  const over = () => new Error('The database is closed')
  const ask: Thread<ReaderCalls>['ask'] = async (kind, input) => {
    if (closed) throw over()
    clearTimeout(idle)
    if (thread === null || thread.hasEnded()) thread = startThread<ReaderCalls>(import.meta.url, { name: 'reader' })
    asking += 1
    try {
      return await thread.ask(kind, input)
    } finally {
      asking -= 1
      if (asking === 0 && !closed) idle = setTimeout(() => void thread?.end(), IDLE_MS).unref()
    }
  }
  const noteDuration = (name: string, durationMs: number) => {
    if (durationMs > SLOW_READ_MS) onSlowQuery?.(name, durationMs)
  }
  return {
    all: async <Row>(name: string, query: Compilable<Row>) => {
      const { sql, parameters } = query.compile()
      const { rows, durationMs } = await ask('all', { file, sql, parameters: [...parameters] })
      noteDuration(name, durationMs)
      return rows as Row[]
    },
    checkpoint: async () => noteDuration('checkpoint', (await ask('checkpoint', { file })).durationMs),
    close: async () => {
      closed = true
      clearTimeout(idle)
      await thread?.end(over())
    },
  }
}
