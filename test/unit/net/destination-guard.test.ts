import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  judgeAddress,
  judgePortalUrl,
  judgeWebhookUrl,
  type DestinationPolicy,
} from '../../../src-main/net/destination-guard.ts'

const POLICY: DestinationPolicy = {
  allowedNetworks: [],
  serviceOnLoopback: true,
  ownPorts: [4010],
  isInbox: (path) => path.startsWith('/inbox/'),
}

/** Spellings of addresses that no production webhook may reach. */
const PRIVATE_HOSTS = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f.1',
  '0x7f000001',
  '017700000001',
  '0.0.0.0',
  '0',
  'localhost',
  'LOCALHOST',
  'api.localhost',
  'localhost.',
  '10.0.0.1',
  '10.1',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '168.63.129.16',
  '100.64.0.1',
  '192.0.0.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '240.0.0.1',
  '192.0.2.1',
  '203.0.113.9',
  '[::1]',
  '[::]',
  '[::ffff:7f00:1]',
  '[::ffff:127.0.0.1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::a00:1]',
  '[2002:7f00:1::]',
  '[2002:a00:1::1]',
  '[fe80::1]',
  '[fc00::1]',
  '[fd12:3456::1]',
  '[ff02::1]',
  '[4000::1]',
  '[2001:db8::1]',
  '[100::1]',
]

describe('the destination guard at save', () => {
  it.each(PRIVATE_HOSTS)('refuses https://%s in production', (host) => {
    expect(judgeWebhookUrl(`https://${host}/hook`, 'production', POLICY)).not.toBeNull()
  })

  it.each([
    'https://example.com/hook',
    'https://8.8.8.8/',
    'https://[2a00:1450:4001:82f::200e]/',
    'https://name.that.may.be.private.example',
  ])('takes %s in production without resolving it', (url) => {
    expect(judgeWebhookUrl(url, 'production', POLICY)).toBeNull()
  })

  it.each([
    'http://example.com/',
    'ftp://example.com/',
    'https://user@example.com/',
    'https://user:pw@example.com/',
    'https://example.com/#part',
    'https://example.com/#',
    'example.com',
    '',
    `https://example.com/${'x'.repeat(2048)}`,
  ])('refuses %s in either environment', (url) => {
    expect(judgeWebhookUrl(url, 'production', POLICY)).not.toBeNull()
    expect(judgeWebhookUrl(url, 'sandbox', POLICY)).not.toBeNull()
  })

  it('lets a sandbox deliver to this machine while the service listens only here, but not back to the service', () => {
    expect(judgeWebhookUrl('http://127.0.0.1:9000/hook', 'sandbox', POLICY)).toBeNull()
    expect(judgeWebhookUrl('http://localhost:9000/hook', 'sandbox', POLICY)).toBeNull()
    expect(
      judgeWebhookUrl('http://127.0.0.1:9000/hook', 'sandbox', { ...POLICY, serviceOnLoopback: false }),
    ).not.toBeNull()
    expect(judgeWebhookUrl('http://127.0.0.1:4010/v1/health', 'sandbox', POLICY)).not.toBeNull()
    expect(judgeWebhookUrl('http://127.0.0.1:4010/inbox/token', 'sandbox', POLICY)).toBeNull()
    expect(judgeWebhookUrl('http://10.0.0.1/hook', 'sandbox', POLICY)).not.toBeNull()
  })

  it('where others give destinations, reaches no program of this machine but the own inbox', () => {
    const shared = { ...POLICY, isShared: true }
    for (const url of ['http://127.0.0.1:9000/hook', 'https://localhost:9000/', 'http://[::1]:9000/']) {
      expect(judgeWebhookUrl(url, 'sandbox', shared)).toMatchObject({ problem: { code: 'url_this_machine' } })
      expect(judgePortalUrl(new URL('/', url).href, shared)).toMatchObject({ problem: { code: 'url_this_machine' } })
      expect(judgeAddress('127.0.0.1', new URL(url), 'sandbox', shared)).not.toBeNull()
      expect(judgeWebhookUrl(url, 'production', { ...shared, allowedNetworks: ['10.0.0.0/8'] })).not.toBeNull()
    }
    expect(judgeWebhookUrl('http://127.0.0.1:4010/inbox/token', 'sandbox', shared)).toBeNull()
    const listed = { ...shared, allowedNetworks: ['127.0.0.0/8'] }
    expect(judgeWebhookUrl('http://127.0.0.1:9000/hook', 'sandbox', listed)).toBeNull()
    expect(judgePortalUrl('http://127.0.0.1:9000/', listed)).toBeNull()
    expect(judgeWebhookUrl('http://127.0.0.1:9000/hook', 'production', listed)).not.toBeNull()
  })

  it.each([
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
    '[::127.0.0.1]',
    '0.0.0.0',
    '[::]',
    '169.254.169.254',
    '[::ffff:a9fe:a9fe]',
  ])('reads %s correctly, which is no loopback', (host) => {
    for (const url of [`http://${host}:9000/hook`, `https://${host}:9000/hook`]) {
      expect(judgeWebhookUrl(url, 'sandbox', POLICY)).not.toBeNull()
      expect(judgePortalUrl(url, POLICY)).not.toBeNull()
      expect(judgeAddress(host, new URL(url), 'sandbox', POLICY)).not.toBeNull()
      expect(judgeAddress(host, new URL(url), 'portal', POLICY)).not.toBeNull()
    }
  })

  it.each(['127.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:7f00:1]', 'localhost', 'desk.localhost'])(
    'takes %s for this machine, as it would be dialled',
    (host) => {
      expect(judgeWebhookUrl(`http://${host}:9000/hook`, 'sandbox', POLICY)).toBeNull()
      expect(judgePortalUrl(`http://${host}:9000`, POLICY)).toBeNull()
      expect(judgeWebhookUrl(`http://${host}:4010/hook`, 'sandbox', POLICY)).toMatchObject({
        message: 'Must not lead back to this service',
        problem: { code: 'url_own_port' },
      })
      expect(judgePortalUrl(`http://${host}:4010`, POLICY)).toMatchObject({
        message: 'Must not lead back to this service',
        problem: { code: 'url_own_port' },
      })
    },
  )

  it('lets a listed network be reached, each address only in its own family', () => {
    const policy = { ...POLICY, allowedNetworks: ['127.0.0.0/8', '::ffff:10.9.0.0/112'] }
    expect(judgeAddress('64:ff9b::7f00:1', new URL('https://a.example'), 'production', policy)).not.toBeNull()
    expect(judgeAddress('10.9.1.1', new URL('https://a.example'), 'production', policy)).toBeNull()
    expect(judgeAddress('10.8.1.1', new URL('https://a.example'), 'production', policy)).not.toBeNull()
  })

  it('lets a listed network be reached', () => {
    const policy = { ...POLICY, allowedNetworks: ['10.0.0.0/8', 'fd00::/8'] }
    expect(judgeWebhookUrl('https://10.1.2.3/hook', 'production', policy)).toBeNull()
    expect(judgeWebhookUrl('https://[fd12::1]/hook', 'production', policy)).toBeNull()
    expect(judgeWebhookUrl('https://192.168.0.1/hook', 'production', policy)).not.toBeNull()
  })
})

describe('the destination guard at dial', () => {
  const url = new URL('https://example.com/hook')

  it('refuses every address outside the public unicast space, however it was obtained', () => {
    const octet = fc.integer({ min: 0, max: 255 })
    const privateV4 = fc.oneof(
      fc.tuple(fc.constantFrom(0, 10, 127, 224, 240, 255), octet, octet, octet),
      fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), octet, octet),
      fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
      fc.tuple(fc.constant(169), fc.constant(254), octet, octet),
      fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), octet, octet),
    )
    fc.assert(
      fc.property(privateV4, (bytes) => {
        const [a, b, c, d] = bytes
        const hex = (high: number, low: number) => ((high << 8) | low).toString(16)
        const spellings = [
          bytes.join('.'),
          `::ffff:${bytes.join('.')}`,
          `64:ff9b::${hex(a, b)}:${hex(c, d)}`,
          `2002:${hex(a, b)}:${hex(c, d)}::1`,
        ]
        for (const address of spellings) expect(judgeAddress(address, url, 'production', POLICY)).not.toBeNull()
      }),
    )
  })

  it('accepts public addresses, and this machine only for a sandbox', () => {
    expect(judgeAddress('8.8.8.8', url, 'production', POLICY)).toBeNull()
    expect(judgeAddress('2a00:1450:4001:82f::200e', url, 'production', POLICY)).toBeNull()
    expect(judgeAddress('127.0.0.1', new URL('http://localhost:9000/'), 'sandbox', POLICY)).toBeNull()
    expect(judgeAddress('127.0.0.1', url, 'production', POLICY)).not.toBeNull()
    expect(judgeAddress('fe80::1%eth0', url, 'production', POLICY)).not.toBeNull()
  })

  it('reaches public addresses through a translator (NAT64), as a network without IPv4 needs', () => {
    expect(judgeAddress('64:ff9b::808:808', url, 'production', POLICY)).toBeNull()
    expect(judgeAddress('64:ff9b::a00:1', url, 'production', POLICY)).not.toBeNull()
  })

  it('sends without encryption only to this machine, wherever a name resolves to', () => {
    for (const dialler of ['sandbox', 'portal'] as const) {
      expect(judgeAddress('8.8.8.8', new URL('http://desk.localhost/'), dialler, POLICY)).not.toBeNull()
      expect(
        judgeAddress('10.0.0.1', new URL('http://desk.localhost/'), dialler, {
          ...POLICY,
          allowedNetworks: ['10.0.0.0/8'],
        }),
      ).not.toBeNull()
    }
  })

  it('never lets a name resolve back to the service itself', () => {
    expect(judgeAddress('127.0.0.1', new URL('http://name.example:4010/v1/health'), 'sandbox', POLICY)).not.toBeNull()
  })
})
