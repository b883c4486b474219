import type { IncomingMessage } from 'node:http'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { clientAddress, readClient } from '../../../../src-main/api/http/client-address.ts'

const PROXIES = ['10.0.0.0/8', '2001:db8:1::/48']

function from(peer: string, headers: Record<string, string> = {}): IncomingMessage {
  return { headers, socket: { remoteAddress: peer } } as unknown as IncomingMessage
}

it.each([
  ['203.0.113.5', {}, '203.0.113.5'],
  ['::ffff:203.0.113.5', {}, '203.0.113.5'],
  ['10.0.0.1', {}, '10.0.0.1'],
  ['10.0.0.1', { 'x-forwarded-for': '203.0.113.5' }, '203.0.113.5'],
  ['::ffff:10.0.0.1', { 'x-forwarded-for': '203.0.113.5:4711' }, '203.0.113.5'],
  ['10.0.0.1', { 'x-forwarded-for': '6.6.6.6, 203.0.113.5,10.9.9.9' }, '203.0.113.5'],
  ['10.0.0.1', { 'x-forwarded-for': '10.0.0.3, 10.0.0.2' }, '10.0.0.3'],
  ['10.0.0.1', { 'x-forwarded-for': '6.6.6.6, what, 10.0.0.2' }, '10.0.0.2'],
  ['10.0.0.1', { 'x-forwarded-for': '' }, '10.0.0.1'],
  ['10.0.0.1', { 'x-forwarded-for': '6.6.6.6, ' }, '10.0.0.1'],
  ['2001:db8:1::9', { forwarded: 'for="[2001:db8:2::7]:80";proto=https' }, '2001:db8:2::7'],
  ['10.0.0.1', { forwarded: 'for=6.6.6.6, For=203.0.113.5;by=10.0.0.1' }, '203.0.113.5'],
  ['10.0.0.1', { forwarded: 'for=6.6.6.6, proto=https' }, '10.0.0.1'],
  ['10.0.0.1', { forwarded: 'for=unknown' }, '10.0.0.1'],
] as const)('a connection from %s with %o is %s', (peer, headers, address) => {
  const request = from(peer, headers)
  expect(readClient(request, PROXIES).address).toBe(address)
  expect(clientAddress(request)).toBe(address)
})

it('whatever a client writes, a proxy that appends to it names the client', () => {
  fc.assert(
    fc.property(fc.string(), (written) => {
      const value = `${written.replaceAll(/[^\x20-\x7e]/g, '')}, 203.0.113.5`
      expect(readClient(from('10.0.0.1', { 'x-forwarded-for': value }), PROXIES).address).toBe('203.0.113.5')
    }),
  )
})

it('a stranger that speaks for another is refused', () => {
  for (const name of ['forwarded', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-anything'])
    expect(() => readClient(from('203.0.113.5', { [name]: '' }), PROXIES)).toThrow(/trusted proxy/)
})

it('says how the client reached the nearest proxy', () => {
  const usual = { 'x-forwarded-proto': 'http, https', 'x-forwarded-host': 'evil.example, fleet.example' }
  expect(readClient(from('10.0.0.1', usual), PROXIES)).toMatchObject({ protocol: 'https', host: 'fleet.example' })
  const standard = { forwarded: 'host=evil.example;proto=http, host="fleet.example:8443";proto=https' }
  expect(readClient(from('10.0.0.1', standard), PROXIES)).toMatchObject({
    protocol: 'https',
    host: 'fleet.example:8443',
  })
})
