import { workerData, type MessagePort } from 'node:worker_threads'
import { Client, types } from 'pg'

/** Answers one statement after another on a connection of its own, for a thread that waits for each. */
const { port, wake } = workerData as { port: MessagePort; wake: Int32Array }

let current: { url: string; client: Client } | null = null

types.setTypeParser(types.builtins.INT8, Number)
types.setTypeParser(types.builtins.NUMERIC, Number)

async function connected(url: string): Promise<Client> {
  if (current?.url === url) return current.client
  await forget()
  const client = new Client(url)
  client.on('error', () => (current = null))
  await client.connect()
  // The thread that waits may itself be what holds a lock.
  await client.query("SET lock_timeout = '10s'")
  current = { url, client }
  return client
}

async function forget(): Promise<void> {
  const { client } = current ?? {}
  current = null
  await client?.end().catch(() => {})
}

async function answer({ url, sql }: { url: string; sql: string }): Promise<unknown> {
  try {
    const results = await (await connected(url)).query(sql)
    return { rows: (Array.isArray(results) ? results.at(-1) : results).rows }
  } catch (error) {
    return { failure: `${String(error)} in: ${sql}` }
  }
}

async function reply(question: { url: string; sql: string }): Promise<void> {
  port.postMessage(await answer(question))
  Atomics.store(wake, 0, 1)
  Atomics.notify(wake, 0)
}

port.on('message', (question: { url: string; sql: string }) => void reply(question))
