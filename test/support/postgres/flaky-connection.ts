import { createServer, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import { connect } from 'node:net'
import { onTestFinished } from 'vitest'
import type { SchemaAddress } from '../../../src-main/database/postgres/store-address.ts'

type Place = Pick<SchemaAddress, 'hosts'>

/** A way to the server that a test can cut. */
export interface FlakyConnection<Address extends Place = SchemaAddress> {
  address: Address
  /** Cuts the next connection that commits: before the server receives it, or before it can say that it did. */
  cutAtCommit(outcome: 'lost' | 'kept'): void
  /** Cuts all connections. */
  cutAll(): void
  /** How many were cut at a commit. */
  readonly cuts: number
}

/** A statement as the protocol sends it on its own. */
const COMMIT = Buffer.from('Q\0\0\0\x0bCOMMIT\0')

export async function flakyConnection<Address extends Place>(address: Address): Promise<FlakyConnection<Address>> {
  const target = address.hosts[0]
  const pairs = new Set<[Socket, Socket]>()
  let planned: 'lost' | 'kept' | null = null
  let cuts = 0
  const cut = (pair: [Socket, Socket]) => {
    pairs.delete(pair)
    for (const socket of pair) socket.destroy()
  }
  const server: Server = createServer((near) => {
    const far = connect(target?.port ?? 0, target?.host)
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    let isAnswerAwaited = false
    near.on('data', (data) => {
      if (planned !== null && data.includes(COMMIT)) {
        isAnswerAwaited = planned === 'kept'
        planned = null
        cuts += 1
        if (!isAnswerAwaited) return cut(pair)
      }
      far.write(data)
    })
    far.on('data', (data) => {
      if (isAnswerAwaited) cut(pair)
      else near.write(data)
    })
    for (const socket of pair) {
      socket.on('error', () => cut(pair))
      socket.on('close', () => cut(pair))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const pair of pairs) cut(pair)
    server.close()
  })
  const listening = server.address()
  const port = typeof listening === 'object' && listening !== null ? listening.port : 0
  return {
    address: { ...address, hosts: [{ host: '127.0.0.1', port }] },
    cutAtCommit: (outcome) => {
      planned = outcome
    },
    cutAll: () => {
      for (const pair of pairs) cut(pair)
    },
    get cuts() {
      return cuts
    },
  }
}
