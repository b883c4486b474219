import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export interface Arrival {
  /** `performance.now()` */
  at: number
  headers: IncomingHttpHeaders
  body: string
  path: string
}

/** A webhook receiver for a test: real HTTP on a free loopback port. */
export interface Receiver {
  readonly url: string
  readonly port: number
  readonly arrivals: Arrival[]
  /** Connections opened to it, answered or not. */
  connections(): number
  /** How it answers from now on. */
  answer(how: (response: ServerResponse, arrival: Arrival) => void): void
  /** Resolves once that many requests have arrived in total. */
  arrived(count: number): Promise<Arrival[]>
  close(): Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const arrivals: Arrival[] = []
  const sockets = new Set<Socket>()
  let waiting: { count: number; resolve: (arrivals: Arrival[]) => void }[] = []
  let connections = 0
  let answer: (response: ServerResponse, arrival: Arrival) => void = (response) => response.writeHead(200).end('ok')
  const server: Server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      const arrival = { at: performance.now(), headers: request.headers, body, path: request.url ?? '' }
      arrivals.push(arrival)
      answer(response, arrival)
      const met = waiting.filter(({ count }) => arrivals.length >= count)
      waiting = waiting.filter(({ count }) => arrivals.length < count)
      for (const { resolve } of met) resolve([...arrivals])
    })
  })
  server.on('connection', (socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    arrivals,
    connections: () => connections,
    answer: (how) => {
      answer = how
    },
    arrived: (count) =>
      arrivals.length >= count
        ? Promise.resolve([...arrivals])
        : new Promise((resolve) => waiting.push({ count, resolve })),
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
