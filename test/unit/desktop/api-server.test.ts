import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { createInHand } from '../../../src-main/bridge/in-hand.ts'
import { createApiServer, type ApiServer } from '../../../src-main/desktop/api-server.ts'
import { silentLogger } from '../../../src-main/engine/kernel/ports.ts'
import { eventually } from '../../support/eventually.ts'

const opened: ApiServer[] = []
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close(0)
})

function open() {
  const onChange = vi.fn()
  const server = createApiServer({
    engine: () => null,
    inHand: createInHand(),
    logger: silentLogger,
    onChange,
    retryMs: 20,
  })
  opened.push(server)
  return { server, onChange }
}

const statusOf = async (server: ApiServer) => (await fetch(`${server.baseUrl()}/health`)).status

it('listens, moves and stops as configured, and reports each change once', async () => {
  const { server, onChange } = open()
  expect([server.state(), server.baseUrl()]).toEqual([{ state: 'off', port: null }, null])
  await server.apply({ enabled: true, port: 0 })
  // Without an engine, as while a restore runs.
  expect(await statusOf(server)).toBe(503)
  await server.apply({ enabled: true, port: 0 })
  expect(onChange).toHaveBeenCalledTimes(1)
  await server.apply({ enabled: false, port: 0 })
  expect([server.state(), server.baseUrl()]).toEqual([{ state: 'off', port: null }, null])
  expect(onChange).toHaveBeenCalledTimes(2)
})

it('stays off while its port is taken, and starts once it is free', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const { server, onChange } = open()
  await server.apply({ enabled: true, port })
  expect([server.state(), server.baseUrl()]).toEqual([{ state: 'port_taken', port }, null])
  other.close()
  await eventually(() => expect(server.state()).toEqual({ state: 'on', port }))
  expect(await statusOf(server)).toBe(503)
  expect(onChange).toHaveBeenCalledTimes(2)
})

it('takes another port if the wanted one is taken', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { server } = open()
  await server.apply({ enabled: true, port: (other.address() as AddressInfo).port })
  await server.apply({ enabled: true, port: 0 })
  expect(server.state().state).toBe('on')
  other.close()
})
