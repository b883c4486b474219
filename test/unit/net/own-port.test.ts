import { networkInterfaces } from 'node:os'
import { describe, expect, it } from 'vitest'
import { parseNetwork } from '../../../src-main/net/address.ts'
import { judgeAddress, judgeWebhookUrl, type DestinationPolicy } from '../../../src-main/net/destination-guard.ts'

const POLICY: DestinationPolicy = {
  allowedNetworks: ['127.0.0.0/8', '::1/128'],
  serviceOnLoopback: true,
  ownPorts: [4010],
  isInbox: (path) => path.startsWith('/inbox/'),
}

describe('the service’s own port', () => {
  it.each(['127.0.0.1', '::1', '127.9.9.9'])(
    'is not dialled at %s although its network is allowed, but for the inbox of a sandbox',
    (address) => {
      const api = new URL('https://fuel.example:4010/v1/projects')
      const inbox = new URL('https://fuel.example:4010/inbox/token')
      expect(judgeAddress(address, api, 'sandbox', POLICY)).toBe('The address leads back to this service')
      expect(judgeAddress(address, api, 'production', POLICY)).toBe('The address leads back to this service')
      expect(judgeAddress(address, inbox, 'production', POLICY)).toBe('The address leads back to this service')
      expect(judgeAddress(address, inbox, 'sandbox', POLICY)).toBeNull()
      expect(
        judgeAddress(address, inbox, 'sandbox', { ...POLICY, serviceOnLoopback: false, allowedNetworks: [] }),
      ).toBeNull()
    },
  )

  it('is refused to production webhooks: no event crosses into a sandbox', () => {
    expect(judgeWebhookUrl('https://127.0.0.1:4010/inbox/token', 'production', POLICY)).toMatchObject({
      message: 'Must not lead back to this service',
      problem: { code: 'url_own_port' },
    })
    expect(judgeWebhookUrl('http://127.0.0.1:4010/inbox/token', 'sandbox', POLICY)).toBeNull()
  })

  it('is not dialled at an address of this machine inside a listed network', () => {
    const own = Object.values(networkInterfaces()).flatMap((entries) => entries ?? [])
    for (const { address } of own) {
      const policy = { ...POLICY, allowedNetworks: ['0.0.0.0/0', '::/0'] }
      for (const dialler of ['sandbox', 'production', 'portal'] as const)
        expect(judgeAddress(address, new URL('https://fuel.example:4010/v1'), dialler, policy)).toBe(
          'The address leads back to this service',
        )
      expect(judgeAddress('0.0.0.0', new URL('https://fuel.example:4010/v1'), 'production', policy)).toBe(
        'The address leads back to this service',
      )
    }
  })
})

describe('an allowed network', () => {
  it.each([
    ['10.20.0.0/16', '10.20.0.0/16'],
    ['10.20.0.7', '10.20.0.7/32'],
    ['fd00::/8', 'fd00::/8'],
    ['fd00::7', 'fd00::7/128'],
  ])('may be written %s', (text, network) => {
    expect(parseNetwork(text)).toBe(network)
  })

  it.each([
    '',
    'intranet',
    '10.20/16',
    '10.20.0.0/33',
    '10.20.0.0/-1',
    '10.20.0.0/8/8',
    'fd00::/129',
    '0x0a.1.2.3/8',
    '167772161',
  ])('may not be written %j', (text) => {
    expect(parseNetwork(text)).toBeNull()
  })
})
