import { parentPort, Worker, type ResourceLimits } from 'node:worker_threads'
import { DatabaseError } from './database-error.ts'

/** What a thread can be asked, by name. */
type Calls<Of> = { [Kind in keyof Of]: { input: object; output: unknown } }
type Answers<Of extends Calls<Of>> = {
  [Kind in keyof Of]: (input: Of[Kind]['input']) => Of[Kind]['output'] | Promise<Of[Kind]['output']>
}

type Reply = { id: number } & ({ ok: true; value: unknown } | { ok: false; error: CrossedError })

/** An error as it crosses between threads, which loses its class: name, message and fields. */
export type CrossedError = Record<string, unknown> & { name: string; message: string }

/** A worker thread for what would hold up the main thread. While idle, it keeps no process alive. */
export interface Thread<Of extends Calls<Of>> {
  /** Rejects with the error of the answer, or once the thread has ended. */
  ask<Kind extends keyof Of>(kind: Kind, input: Of[Kind]['input']): Promise<Of[Kind]['output']>
  hasEnded(): boolean
  /** Ends the thread at once; pending calls reject. */
  end(reason?: unknown): Promise<void>
}

interface ThreadOptions {
  name: string
  /** Ends the thread once aborted. */
  signal?: AbortSignal | undefined
  resourceLimits?: ResourceLimits
  /** Restores errors of the caller's own classes; by default, errors become a `DatabaseError` or an `Error`. */
  revive?: (error: CrossedError) => Error | null
}

/**
 * Starts the worker thread in `<name>-worker`, next to the caller: a TypeScript file when run from source, a bundle
 * when built.
 *
 * @param base the caller's `import.meta.url`
 */
export function startThread<Of extends Calls<Of>>(base: string, options: ThreadOptions): Thread<Of> {
  const { name, signal, resourceLimits, revive } = options
  signal?.throwIfAborted()
  const url = new URL(`./${name}-worker${base.endsWith('.ts') ? '.ts' : '.js'}`, base)
  // Inside an installed app, threads start outside its archive, where Node reads files without Electron's help.
  url.pathname = url.pathname.replace('/app.asar/', '/app.asar.unpacked/')
  const worker = new Worker(url, { name, ...(resourceLimits === undefined ? {} : { resourceLimits }) })
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (reason: unknown) => void }>()
  let asked = 0
  let ended: { reason: unknown } | null = null
  const fail = (reason: unknown) => {
    ended ??= { reason }
    for (const { reject } of waiting.values()) reject(ended.reason)
    waiting.clear()
  }
  const end = async (reason: unknown): Promise<void> => {
    signal?.removeEventListener('abort', abort)
    fail(reason)
    await worker.terminate()
  }
  const abort = () => void end(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  worker.unref()
  worker.on('message', (reply: Reply) => {
    const call = waiting.get(reply.id)
    waiting.delete(reply.id)
    if (waiting.size === 0) worker.unref()
    if (reply.ok) call?.resolve(reply.value)
    else call?.reject(revive?.(reply.error) ?? errorOf(reply.error))
  })
  worker.on('error', (error: Error) => fail(revive?.(crossed(error)) ?? error))
  worker.on('exit', () => fail(new Error(`The thread "${name}" ended`)))
  return {
    ask: (kind, input) =>
      new Promise((resolve, reject) => {
        if (ended !== null) return reject(ended.reason)
        asked += 1
        waiting.set(asked, { resolve, reject })
        worker.ref()
        worker.postMessage({ id: asked, kind, input })
      }),
    hasEnded: () => ended !== null,
    end: (reason = new Error(`The thread "${name}" was ended`)) => end(reason),
  }
}

/** Answers the calls of `Thread.ask`; the whole of a worker's program. */
export function answerCalls<Of extends Calls<Of>>(answers: Answers<Of>): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  const reply = (message: Reply) => parentPort?.postMessage(message)
  const answer = async (id: number, kind: keyof Of, input: object): Promise<void> => {
    try {
      reply({ id, ok: true, value: await answers[kind]?.(input) })
    } catch (error) {
      reply({ id, ok: false, error: crossed(error) })
    }
  }
  parentPort?.on('message', (call: { id: number; kind: keyof Of; input: object }) => {
    void answer(call.id, call.kind, call.input)
  })
}

function crossed(error: unknown): CrossedError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) }
  return { ...Object.fromEntries(Object.entries(error)), name: error.name, message: error.message }
}

function errorOf({ name, message, ...fields }: CrossedError): Error {
  if (name !== 'DatabaseError') return Object.assign(new Error(message), fields)
  return new DatabaseError(fields['fault'] as DatabaseError['fault'], String(fields['file']), message)
}
