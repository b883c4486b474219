import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { StrangerLimits } from '../../../../src-main/api/http/stranger-limits.ts'
import { startWebServer } from '../../../../src-main/api/http/web-server.ts'

const ROOMY: StrangerLimits = {
  connections: 100,
  perAddress: 100,
  isProxy: () => false,
  headersMs: 30_000,
  unreadMs: 60_000,
}
const ok = (_request: IncomingMessage, response: ServerResponse) => void response.end('ok')

async function serve(strangers: Partial<StrangerLimits>, handle = ok): Promise<number> {
  const server = await startWebServer({
    host: '127.0.0.1',
    port: 0,
    whenTaken: '',
    tls: null,
    strangers: { ...ROOMY, ...strangers },
    handle,
  })
  onTestFinished(() => server.close(0))
  return server.port
}

async function client(port: number, from = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

const REQUEST = 'GET / HTTP/1.1\r\nHost: fleet.example\r\n\r\n'

async function isAnswered(socket: Socket): Promise<boolean> {
  socket.write(REQUEST)
  return Promise.race([once(socket, 'data').then(() => true), once(socket, 'close').then(() => false)])
}

test('one address holds no more than its connections, which hinders no other', async () => {
  const port = await serve({ perAddress: 2 })
  const [first] = [await client(port), await client(port)]
  expect(await isAnswered(await client(port))).toBe(false)
  expect(await isAnswered(await client(port, '127.0.0.2'))).toBe(true)
  first.destroy()
  await once(first, 'close')
  await expect.poll(async () => isAnswered(await client(port))).toBe(true)
})

test('a proxy, which speaks for many, is not counted as one', async () => {
  const port = await serve({ perAddress: 1, isProxy: (address) => address === '127.0.0.1' })
  await client(port)
  expect(await isAnswered(await client(port))).toBe(true)
})

test('all together hold no more than the listener takes', async () => {
  const port = await serve({ connections: 2 })
  await client(port, '127.0.0.2')
  await client(port, '127.0.0.3')
  expect(await isAnswered(await client(port, '127.0.0.4'))).toBe(false)
})

test.each(['', 'GET / HTTP/1.1\r\nHost: fleet.example\r\nX-Slow: '])(
  'a client that never finishes its headers (%j) is disconnected',
  async (sent) => {
    const port = await serve({ headersMs: 50 })
    const socket = await client(port)
    socket.write(sent)
    socket.resume()
    await once(socket, 'close')
  },
)

test('headers without end are refused', async () => {
  const port = await serve({})
  const socket = await client(port)
  socket.write(`GET / HTTP/1.1\r\nHost: fleet.example\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`)
  expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 413 [^]*"code":"error\.payload_too_large"/)
})

test('a client that does not read its answer is disconnected, a slow answer is waited for', async () => {
  let slow: ServerResponse | undefined
  let isGone = false
  const port = await serve({ unreadMs: 50 }, (request, response) => {
    if (request.url === '/slow') slow = response
    else response.once('close', () => (isGone = true)).end(Buffer.alloc(32 * 1024 * 1024))
  })
  const patient = await client(port)
  patient.write('GET /slow HTTP/1.1\r\nHost: fleet.example\r\n\r\n')
  const deaf = await client(port)
  deaf.pause()
  deaf.write(REQUEST)
  await expect.poll(() => isGone).toBe(true)
  slow?.end('at last')
  expect(String(await once(patient, 'data'))).toContain('at last')
})
