import { Worker } from 'node:worker_threads'
import type { Store } from '../store.ts'
import { DatabaseError } from '../database-error.ts'
import type { SnapshotCopy, SnapshotReply } from './snapshot-protocol.ts'

/** A database and where its copy goes. */
export interface SnapshotSource {
  database: Pick<Store<unknown>, 'file' | 'holdWrites'>
  target: string
}

/**
 * Copies several databases as they are at one common moment, in a thread of its own.
 *
 * Writes to all of them wait while the thread begins a read transaction on each, which takes about a millisecond:
 * only this process writes, so nothing can be committed in between. Then they go on, and the thread copies what its
 * transactions see (WAL snapshot isolation, sqlite.org/isolation.html).
 *
 * @param signal ends the copying; the targets may then be half-written
 * @throws DatabaseError when a source is damaged or a target cannot be written
 */
export async function copySnapshots<Name extends string>(
  named: Record<Name, SnapshotSource>,
  signal: AbortSignal,
): Promise<Record<Name, SnapshotCopy>> {
  const sources = Object.values<SnapshotSource>(named)
  const worker = new Worker(workerUrl(), {
    workerData: { jobs: sources.map(({ database, target }) => ({ source: database.file, target })) },
    name: 'snapshot',
  })
  const replies = repliesOf(worker, signal)
  try {
    await replies.next('ready')
    const releases = await Promise.all(sources.map(({ database }) => database.holdWrites()))
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage('begin')
      await replies.next('begun')
    } finally {
      for (const release of releases) release()
    }
    const { copies } = await replies.next('copied')
    return Object.fromEntries(Object.keys(named).map((name, position) => [name, copies[position]])) as Record<
      Name,
      SnapshotCopy
    >
  } finally {
    // Also when all went well: a thread that ended by itself is not harmed by it.
    await worker.terminate()
  }
}

interface Replies {
  next<Kind extends SnapshotReply['kind']>(kind: Kind): Promise<Extract<SnapshotReply, { kind: Kind }>>
}

function repliesOf(worker: Worker, signal: AbortSignal): Replies {
  const arrived: SnapshotReply[] = []
  let failure: Error | null = null
  let wake = () => {}
  const fail = (error: Error) => {
    failure ??= error
    wake()
  }
  worker.on('message', (reply: SnapshotReply) => {
    if (reply.kind === 'failed') fail(errorOf(reply))
    else arrived.push(reply)
    wake()
  })
  worker.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))))
  worker.on('exit', () => fail(new Error('The snapshot thread ended')))
  const abort = () => fail(new Error('The copying was ended'))
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  return {
    next: async <Kind extends SnapshotReply['kind']>(kind: Kind) => {
      for (;;) {
        const reply = arrived.shift()
        if (reply !== undefined && reply.kind === kind) return reply as Extract<SnapshotReply, { kind: Kind }>
        if (failure !== null) throw failure
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}

function errorOf(reply: Extract<SnapshotReply, { kind: 'failed' }>): Error {
  if (reply.fault !== null) return new DatabaseError(reply.fault, reply.file, reply.message)
  const error = new Error(reply.message)
  return reply.code === null ? error : Object.assign(error, { code: reply.code })
}

/** From source the thread runs a TypeScript file; built, it stands beside the bundle. */
function workerUrl(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? './snapshot-worker.ts' : './snapshot-worker.js', import.meta.url)
}
