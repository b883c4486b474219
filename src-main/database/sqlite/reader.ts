import { Worker } from 'node:worker_threads'
import type { CompiledQuery } from 'kysely'
import { DatabaseError } from '../database-error.ts'
import type { Reader } from '../store.ts'
import { SLOW_READ_MS, type ReaderReply, type ReaderRequest } from './reader-protocol.ts'
import type { OnSlowQuery } from './statements.ts'

/** A read-only connection in a worker thread of its own, started at first use. */
export interface ReaderThread extends Reader {
  /** Moves what was committed out of the write-ahead log, beside readers and the writer. */
  checkpoint(): Promise<void>
  close(): Promise<void>
}

export function createReader(file: string, onSlowQuery?: OnSlowQuery): ReaderThread {
  let worker: Worker | null = null
  let closed = false
  let nextId = 1
  const waiting = new Map<number, { name: string; resolve: (value: unknown) => void; reject: (error: Error) => void }>()

  const failAll = (error: Error) => {
    worker = null
    for (const request of waiting.values()) request.reject(error)
    waiting.clear()
  }
  const start = (): Worker => {
    const started = new Worker(workerUrl(), { workerData: { file }, name: 'reader' })
    // An idle reader keeps no process alive; while it works, the caller's own handles do.
    started.unref()
    started.on('message', (reply: ReaderReply) => {
      const request = waiting.get(reply.id)
      if (request === undefined) return
      waiting.delete(reply.id)
      if (waiting.size === 0) started.unref()
      if (reply.durationMs > SLOW_READ_MS) onSlowQuery?.(request.name, reply.durationMs)
      if (reply.ok) request.resolve(reply.value)
      else
        request.reject(
          reply.trouble === null
            ? new Error(reply.message)
            : new DatabaseError(reply.trouble.fault, reply.trouble.file, reply.message),
        )
    })
    started.on('error', (error) => failAll(error instanceof Error ? error : new Error(String(error))))
    started.on('exit', () => {
      if (worker === started) failAll(new Error('The reader thread ended'))
    })
    return started
  }
  const ask = (name: string, request: Omit<ReaderRequest, 'id'>): Promise<unknown> => {
    if (closed) return Promise.reject(new Error('The database is closed'))
    worker ??= start()
    const target = worker
    const id = nextId++
    return new Promise((resolve, reject) => {
      waiting.set(id, { name, resolve, reject })
      target.ref()
      target.postMessage({ ...request, id })
    })
  }
  return {
    all: <Row>(name: string, query: CompiledQuery<Row>) =>
      ask(name, { kind: 'all', sql: query.sql, parameters: [...query.parameters] }) as Promise<Row[]>,
    checkpoint: async () => {
      await ask('checkpoint', { kind: 'checkpoint' })
    },
    close: async () => {
      closed = true
      const running = worker
      worker = null
      if (running !== null) await running.terminate()
      failAll(new Error('The database is closed'))
    },
  }
}

/** From source the worker is a TypeScript file, run by Node itself; built, it stands beside the bundle. */
function workerUrl(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? './reader-worker.ts' : './reader-worker.js', import.meta.url)
}
