import { Worker } from 'node:worker_threads'
import { FileFormatError } from '../file-format-error.ts'
import type { XlsxCalls, XlsxReply } from './xlsx-protocol.ts'

export interface XlsxThread {
  ask<Kind extends keyof XlsxCalls>(kind: Kind, input: XlsxCalls[Kind]['input']): Promise<XlsxCalls[Kind]['output']>
  /** Ends the thread and frees what it holds. */
  close(): Promise<void>
}

/**
 * Well above what the largest sheet that is let through needs (sheet-limits.ts): a thread that meets its limit in the
 * wrong place ends the whole process.
 */
const MAX_HEAP_MEGABYTES = 2048

/** Starts the thread that reads or writes one Excel file. It is asked one thing at a time; `signal` ends it at once. */
export function startXlsxThread(signal?: AbortSignal): XlsxThread {
  signal?.throwIfAborted()
  const worker = new Worker(workerUrl(), {
    name: 'xlsx',
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MEGABYTES },
  })
  let waiting: { resolve: (value: unknown) => void; reject: (reason: unknown) => void } | null = null
  let ended: unknown = null
  const end = (reason: unknown): void => {
    ended ??= reason
    waiting?.reject(ended)
    waiting = null
  }
  const abort = (): void => {
    end(signal?.reason)
    void worker.terminate()
  }
  signal?.addEventListener('abort', abort, { once: true })
  worker.on('message', (reply: XlsxReply) => {
    const asked = waiting
    waiting = null
    if (reply.ok) asked?.resolve(reply.value)
    else
      asked?.reject(
        reply.refused === null
          ? new Error(reply.message)
          : new FileFormatError(reply.refused.code, reply.message, reply.refused.problem),
      )
  })
  worker.on('error', (error) =>
    end(
      isOutOfMemory(error)
        ? new FileFormatError('too_large', 'The Excel file needs too much memory. Use CSV for a table of this size.', {
            code: 'xlsx_memory',
          })
        : error,
    ),
  )
  worker.on('exit', () => end(new Error('The thread for Excel files ended')))
  return {
    ask: <Kind extends keyof XlsxCalls>(kind: Kind, input: XlsxCalls[Kind]['input']) =>
      new Promise((resolve: (value: XlsxCalls[Kind]['output']) => void, reject) => {
        if (ended !== null) {
          reject(ended)
          return
        }
        waiting = { resolve: resolve as (value: unknown) => void, reject }
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        worker.postMessage({ kind, ...input })
      }),
    close: async () => {
      signal?.removeEventListener('abort', abort)
      await worker.terminate()
    },
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

/** From source the worker is a TypeScript file, run by Node itself; built, it stands beside the bundle. */
function workerUrl(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? './xlsx-worker.ts' : './xlsx-worker.js', import.meta.url)
}
