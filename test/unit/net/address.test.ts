import { expect, test } from 'vitest'
import { isLoopbackHost, isWildcardHost } from '../../../src-main/net/address.ts'

test.each(['127.0.0.1', '127.5.0.1', 'localhost', '::1'])('%s stays on this machine', (host) => {
  expect(isLoopbackHost(host)).toBe(true)
})

test.each(['0.0.0.0', '::', '192.168.1.4', '127.example.com', '1270.0.0.1', ''])(
  '%j does not, as far as we know',
  (host) => {
    expect(isLoopbackHost(host)).toBe(false)
  },
)

test('every address is a wildcard', () => {
  expect(['0.0.0.0', '::', '127.0.0.1', 'localhost'].map(isWildcardHost)).toEqual([true, true, false, false])
})
