import type { Client } from 'pg'

/** A server that has not answered for so long is asked on a new connection whether it is there at all. */
const SILENT_MS = 5_000

export interface SilenceWatch<Connection extends Client> {
  /** Call with each statement's answer to come. */
  follow(connection: Connection, answer: Promise<unknown>): void
  stop(): void
}

interface Awaited<Connection> {
  connection: Connection
  since: number
}

/**
 * Ends connections to a server that has gone without a word, such as a machine that lost its power: the system would go
 * on sending for a quarter of an hour. A slow statement is left alone as long as its server accepts a new connection.
 *
 * @param isGone asks the server that the connection leads to
 * @param end called with each connection that waits for a server that is gone
 */
export function watchSilence<Connection extends Client>(
  isGone: (connection: Connection) => Promise<boolean>,
  end: (connection: Connection) => void,
): SilenceWatch<Connection> {
  // In the order of their beginning.
  const awaited = new Set<Awaited<Connection>>()
  let timer: NodeJS.Timeout | undefined
  const plan = () => {
    const [oldest] = awaited
    if (timer !== undefined || oldest === undefined) return
    const inMs = Math.max(0, oldest.since + SILENT_MS - performance.now())
    timer = setTimeout(() => {
      void look().finally(() => {
        timer = undefined
        plan()
      })
    }, inMs).unref()
  }
  const look = async (): Promise<void> => {
    const before = performance.now()
    const silent = [...awaited].filter(({ since }) => before - since >= SILENT_MS)
    const [oldest] = silent
    if (oldest === undefined) return
    const gone = await isGone(oldest.connection)
    for (const one of silent) {
      if (!awaited.delete(one)) continue
      if (gone) end(one.connection)
      // Asked again after as long a silence.
      else awaited.add(Object.assign(one, { since: performance.now() }))
    }
  }
  return {
    follow: (connection, answer) => {
      const one = { connection, since: performance.now() }
      awaited.add(one)
      const answered = () => void awaited.delete(one)
      answer.then(answered, answered)
      plan()
    },
    stop: () => {
      awaited.clear()
      clearTimeout(timer)
    },
  }
}
