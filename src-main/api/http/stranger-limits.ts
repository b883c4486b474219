import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** What strangers may hold open at a listener beyond this machine, and for how long. */
export interface StrangerLimits {
  /** Connections at once. */
  connections: number
  /** Of these, from one address; a network behind one address counts as one. */
  perAddress: number
  /** Whether connections from an address are a proxy's, which counts its clients itself. */
  isProxy: (address: string) => boolean
  /** The time for a TLS handshake, and for the headers of a request. */
  headersMs: number
  /** A client that reads nothing of what waits for it for this long is disconnected. */
  unreadMs: number
}

/** A page has six connections at most: room for some hundred people behind one address. */
export const STRANGER_LIMITS = { connections: 4_000, perAddress: 1_000, headersMs: 10_000, unreadMs: 60_000 } as const

/** By default Node looks for late requests every 30 s only: long after their time is up. */
const CHECKS_WITHIN_LIMIT = 5

/** For `createServer`. */
export function strangerTimeouts({ headersMs }: StrangerLimits) {
  return {
    headersTimeout: headersMs,
    handshakeTimeout: headersMs,
    connectionsCheckingInterval: Math.ceil(headersMs / CHECKS_WITHIN_LIMIT),
  }
}

/** Closes connections beyond the limits at once, and those of clients that do not read their answers. */
export function boundStrangers(server: Server, limits: StrangerLimits): void {
  const { connections, perAddress, isProxy, unreadMs } = limits
  server.maxConnections = connections
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    if (isProxy(address)) return
    const count = (open.get(address) ?? 0) + 1
    if (count > perAddress) return void socket.destroy()
    open.set(address, count)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
  })
  server.setTimeout(unreadMs, (socket) => {
    // Without unread bytes it is a long call, or an idle connection, which has a limit of its own.
    if (socket.writableLength > 0) socket.destroy()
  })
}
