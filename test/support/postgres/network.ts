import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A network to a server, which a test can make slow, or swallow everything. */
export interface Network {
  readonly port: number
  /** Holds up each answer for so long. */
  delay(ms: number): void
  /** From now on nothing arrives anywhere, and nobody is told, as when a machine loses its power. */
  breakOff(): void
  /** New connections work again; those from before stay silent for good. */
  mend(): void
}

export async function networkTo(port: number, whenDone: (end: () => Promise<void>) => void): Promise<Network> {
  const sockets = new Set<Socket>()
  let delayMs = 0
  let broken = false
  /** Pairs from before the network broke are lost. */
  let lives = { lost: false }
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    const life = broken ? { lost: true } : lives
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        if (!life.lost) to.destroy()
      })
    }
    near.on('data', (data) => void (life.lost || far.write(data)))
    far.on('data', (data) => {
      const pass = () => void (life.lost || near.write(data))
      if (delayMs === 0) pass()
      else setTimeout(pass, delayMs)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  whenDone(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await Promise.resolve()
  })
  return {
    port: (server.address() as AddressInfo).port,
    delay: (ms) => {
      delayMs = ms
    },
    breakOff: () => {
      broken = true
      lives.lost = true
    },
    mend: () => {
      broken = false
      lives = { lost: false }
    },
  }
}
