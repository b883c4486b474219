import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** What strangers may hold open at a listener beyond this machine. */
export interface StrangerLimits {
  /** Connections at once. */
  connections: number
  /** Of these, from one address; a network behind one address counts as one. */
  perAddress: number
  /** Whether connections from an address are a proxy's, which counts its clients itself. */
  isProxy: (address: string) => boolean
}

/** A company of some hundred people behind one address has six connections for each open page at most. */
export const STRANGER_LIMITS = { connections: 4_000, perAddress: 1_000 } as const

/** Node looks for late requests at this interval; its default of 30 s would triple the time that they have. */
export const TIMEOUTS_FOR_STRANGERS = { connectionsCheckingInterval: 2_000, handshakeTimeout: 10_000 } as const

/** A client that reads nothing of what waits for it for this long is disconnected. */
const UNREAD_MS = 60_000

/** Closes connections beyond the limits at once, and those of clients that do not read their answers. */
export function boundStrangers(server: Server, { connections, perAddress, isProxy }: StrangerLimits): void {
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
  server.setTimeout(UNREAD_MS, (socket) => {
    // Without unread bytes it is a long call, or an idle connection, which has a limit of its own.
    if (socket.writableLength > 0) socket.destroy()
  })
}
