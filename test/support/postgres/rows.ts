import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { inject } from 'vitest'
import type { SchemaName, StoreAddress } from '../../../src-main/database/postgres/store-address.ts'

let ask: ((url: string, sql: string) => Record<string, unknown>[]) | null = null
const altered = new WeakSet<StoreAddress>()

/**
 * Runs statements as the database's administrator, who has every right, and waits for them as one does for a file:
 * tests look into either store in the same words.
 */
export function askStore(store: StoreAddress, schema: SchemaName, sql: string): Record<string, unknown>[] {
  ask ??= startAsking()
  if (/(^|;)\s*(CREATE|ALTER|DROP|GRANT|REVOKE)\b/i.test(sql)) altered.add(store)
  return ask(administratorOf(store), `SET search_path = ${schema}, public; ${sql}`)
}

/** Whether a test changed the structure of the store. */
export function wasAltered(store: StoreAddress): boolean {
  return altered.has(store)
}

export function administratorOf({ control }: StoreAddress): string {
  const url = new URL(inject('postgres').administrator)
  url.pathname = `/${control.database}`
  return url.href
}

function startAsking(): NonNullable<typeof ask> {
  const { port1: port, port2 } = new MessageChannel()
  const wake = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(new URL('rows-worker.ts', import.meta.url), {
    workerData: { port: port2, wake },
    transferList: [port2],
  })
  worker.unref()
  port.unref()
  return (url, sql) => {
    Atomics.store(wake, 0, 0)
    port.postMessage({ url, sql })
    Atomics.wait(wake, 0, 0, 60_000)
    const { rows, failure = 'PostgreSQL gave no answer within a minute' } = (receiveMessageOnPort(port)?.message ??
      {}) as {
      rows?: Record<string, unknown>[]
      failure?: string
    }
    if (rows === undefined) throw new Error(failure)
    return rows
  }
}
