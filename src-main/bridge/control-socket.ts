import { chmodSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { ServiceError } from '../domain/errors.ts'
import { text } from '../domain/text.ts'
import { silentLogger } from '../engine/kernel/ports.ts'
import type { Bridge } from './bridge.ts'
import { LOCAL } from './bridge-host.ts'
import { readJsonLines, writeJsonLine } from './control-lines.ts'
import { crossError } from './cross-error.ts'
import { sweepStaleSockets } from './stale-sockets.ts'

export interface ControlServerOptions {
  /** As in `OwnedFolder.owner.socket`. The caller holds the folder's lock. */
  path: string
  bridge: Bridge
}

export interface ControlServer {
  /** Accepts no more calls, waits up to `graceMs` for running ones, then aborts them. */
  close(graceMs: number): Promise<void>
}

const requestSchema = z.object({
  id: z.union([z.int(), text().max(100)]),
  name: text().max(100),
  input: z.unknown().optional(),
})

const LONGEST_REQUEST = 1024 * 1024
const MAXIMUM_CONNECTIONS = 64
const CALLS_PER_CONNECTION = 16
/** An idle connection is closed after this. */
const IDLE_MS = 60_000
const PROGRESS_STEP_MS = 100

/**
 * Serves the contract to the command line: a line of JSON `{id, name, input}` is a call; lines `{id, progress}`
 * and finally `{id, result}` answer it. Closing the connection aborts its calls. The first line,
 * `{id: null, says: "hello"}`, says that calls are accepted; the last, `"goodbye"`, that unanswered calls never began.
 */
export async function startControlServer({ path, bridge }: ControlServerOptions): Promise<ControlServer> {
  const connections = new Set<Connection>()
  let stopping = false
  const server = createServer((socket) => {
    const connection = serveConnection(socket, bridge)
    connections.add(connection)
    if (stopping) connection.finish()
    socket.on('close', () => connections.delete(connection))
  })
  server.maxConnections = MAXIMUM_CONNECTIONS
  const isPipe = process.platform === 'win32'
  // The process that left this socket is dead: the lock is ours.
  if (!isPipe) rmSync(path, { force: true })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => {
      server.off('error', reject)
      resolve()
    })
  })
  if (!isPipe) {
    chmodSync(path, 0o600)
    void sweepStaleSockets(path)
  }
  return {
    close: async (graceMs) => {
      stopping = true
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
      for (const connection of connections) connection.finish()
      const timer = setTimeout(() => {
        for (const connection of connections) connection.abort()
      }, graceMs)
      await closed
      clearTimeout(timer)
    },
  }
}

interface Connection {
  /** Closes once its calls have ended. */
  finish(): void
  /** Ends its calls; each still answers. */
  abort(): void
}

function serveConnection(socket: Socket, bridge: Bridge): Connection {
  const running = new Set<AbortController>()
  let finishing = false
  const leave = () => {
    writeJsonLine(socket, { id: null, says: 'goodbye' })
    socket.end()
  }
  const settle = () => {
    socket.setTimeout(running.size === 0 ? IDLE_MS : 0)
    if (finishing && running.size === 0) leave()
  }
  const abort = () => {
    for (const controller of running) controller.abort()
  }
  const refuse = (id: unknown, error: ServiceError) =>
    writeJsonLine(socket, {
      id,
      result: { ok: false, error: crossError(error, randomUUID(), silentLogger, 'control') },
    })
  const answer = async (request: z.infer<typeof requestSchema>) => {
    // The goodbye will say that it never began.
    if (finishing) return
    if (running.size >= CALLS_PER_CONNECTION)
      return refuse(request.id, new ServiceError('error.unavailable', 'Too many calls at once'))
    const controller = new AbortController()
    running.add(controller)
    settle()
    const onProgress = throttled((progress) => {
      // Progress is sent only to a client that reads it.
      if (!socket.writableNeedDrain) writeJsonLine(socket, { id: request.id, progress })
    })
    const result = await bridge.handle(request.name, request.input ?? {}, {
      audience: 'command-line',
      // Only the user who owns the folder can reach the socket.
      who: LOCAL,
      channel: 'cli',
      signal: controller.signal,
      onProgress,
    })
    writeJsonLine(socket, { id: request.id, result })
    running.delete(controller)
    settle()
  }
  readJsonLines(
    socket,
    LONGEST_REQUEST,
    (line) => {
      const request = requestSchema.safeParse(line)
      // `handle` never rejects, and writes to a closed socket are dropped.
      if (request.success) void answer(request.data)
      else refuse(null, new ServiceError('error.validation', 'A request is {"id","name","input"}'))
    },
    (reason) => {
      refuse(null, new ServiceError('error.validation', reason))
      socket.destroySoon()
    },
  )
  socket.on('close', abort)
  socket.on('error', () => socket.destroy())
  socket.on('timeout', () => socket.destroy())
  writeJsonLine(socket, { id: null, says: 'hello' })
  settle()
  return {
    finish: () => {
      finishing = true
      settle()
    },
    abort,
  }
}

function throttled<Value>(send: (value: Value) => void): (value: Value) => void {
  let last = -Infinity
  return (value) => {
    const now = performance.now()
    if (now - last < PROGRESS_STEP_MS) return
    last = now
    send(value)
  }
}
