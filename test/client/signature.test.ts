import { createHmac } from 'node:crypto'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Headers as LibraryHeaders } from 'undici'
import { describe, expect, it } from 'vitest'
import { verifyWebhook, verifyWebhookSignature, type SignedDelivery } from '../../src-client/src/index.ts'
import { signatureHeaders } from '../../src-main/engine/webhooks/signature.ts'

/** The vector that Standard Webhooks publishes. */
const VECTOR = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  now: new Date(1614265330_000),
  body: '{"test": 2432232314}',
  headers: {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
} satisfies SignedDelivery

const OTHER = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
const NOW = 1772442927
const BODY = JSON.stringify({ id: 'evt_1', event: 'card.enabled', created_at: '…', data: { driver: 'Jürgen ⛽' } })
const HEADERS = signatureHeaders({ id: 'evt_1', timestamp: NOW, body: BODY, secrets: [VECTOR.secret, OTHER] })
const { 'X-Webhook-Signature': HEX = '', ...STANDARD } = HEADERS
const SCHEMES = [
  ['Standard Webhooks', STANDARD],
  ['X-Webhook-Signature', { 'X-Webhook-Signature': HEX }],
] satisfies [string, Record<string, string>][]

const problemOf = (delivery: SignedDelivery) =>
  verifyWebhook(delivery).then(
    () => null,
    (error: unknown) => (error as { problem?: string }).problem ?? error,
  )

describe('the published vector', () => {
  it('is accepted, and its body is no event of ours', async () => {
    await verifyWebhookSignature(VECTOR)
    expect(await problemOf(VECTOR)).toBe('body_malformed')
  })

  it('agrees with the official library on a fresh message', async () => {
    const now = new Date()
    const signature = new StandardWebhook(VECTOR.secret).sign('msg_1', now, BODY)
    const timestamp = String(Math.floor(now.getTime() / 1000))
    const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': timestamp, 'webhook-signature': signature }
    expect(await verifyWebhook({ secret: VECTOR.secret, body: BODY, headers })).toMatchObject({ event: 'card.enabled' })
  })
})

describe.each(SCHEMES)('a delivery by the scheme %s', (_name, headers) => {
  const genuine: SignedDelivery = { secret: VECTOR.secret, body: BODY, headers, now: new Date(NOW * 1000) }

  it('gives its event, in whatever form body and headers come', async () => {
    const event = JSON.parse(BODY) as unknown
    expect(await verifyWebhook(genuine)).toEqual(event)
    expect(await verifyWebhook({ ...genuine, body: Buffer.from(BODY), headers: new Headers(headers) })).toEqual(event)
    const ofLibrary = new LibraryHeaders(headers) as unknown as Headers
    expect(await verifyWebhook({ ...genuine, headers: ofLibrary })).toEqual(event)
    const { buffer } = new Uint8Array(Buffer.from(BODY))
    const listed = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]))
    expect(await verifyWebhook({ ...genuine, body: buffer, headers: listed })).toEqual(event)
  })

  it('is accepted by either live secret, and by a receiver that knows several', async () => {
    expect(await problemOf({ ...genuine, secret: OTHER })).toBeNull()
    expect(
      await problemOf({ ...genuine, secret: [`whsec_${Buffer.alloc(24, 9).toString('base64')}`, OTHER] }),
    ).toBeNull()
  })

  it.each([
    ['another secret', { secret: `whsec_${Buffer.alloc(24, 9).toString('base64')}` }, 'signature_mismatch'],
    ['a changed body', { body: BODY.replace('enabled', 'enablec') }, 'signature_mismatch'],
    ['a byte more', { body: `${BODY}\n` }, 'signature_mismatch'],
    ['five minutes and a second later', { now: new Date((NOW + 301) * 1000) }, 'timestamp_out_of_tolerance'],
    ['five minutes and a second earlier', { now: new Date((NOW - 301) * 1000) }, 'timestamp_out_of_tolerance'],
    ['a tolerance that is no number', { toleranceSeconds: Number.NaN }, 'timestamp_out_of_tolerance'],
    ['no headers', { headers: {} }, 'headers_missing'],
  ])('is refused with %s', async (_what, changes, problem) => {
    expect(await problemOf({ ...genuine, ...changes })).toBe(problem)
  })

  it('has as much time as the receiver gives it', async () => {
    expect(await problemOf({ ...genuine, now: new Date((NOW + 300) * 1000) })).toBeNull()
    expect(await problemOf({ ...genuine, now: new Date((NOW + 301) * 1000), toleranceSeconds: 301 })).toBeNull()
  })

  it('can’t be judged without a secret', async () => {
    expect(await problemOf({ ...genuine, secret: [] })).toBeInstanceOf(TypeError)
  })
})

describe('headers', () => {
  const judged = (headers: SignedDelivery['headers'], changes: Partial<SignedDelivery> = {}) =>
    problemOf({ secret: VECTOR.secret, body: BODY, headers, now: new Date(NOW * 1000), ...changes })

  it.each([
    [
      'a signature of the other scheme does not help a wrong one',
      { ...HEADERS, 'webhook-signature': 'v1,AAAA' },
      'signature_mismatch',
    ],
    ['another ID', { ...STANDARD, 'webhook-id': 'evt_2' }, 'signature_mismatch'],
    ['no ID', { ...STANDARD, 'webhook-id': undefined }, 'headers_missing'],
    ['twice', { ...STANDARD, 'webhook-timestamp': [String(NOW), String(NOW)] }, 'headers_missing'],
    ['a time that is none', { ...STANDARD, 'webhook-timestamp': '1e9' }, 'headers_malformed'],
    ['no time', { 'x-webhook-signature': HEX.replace(/^t=\d+,/, '') }, 'headers_malformed'],
    ['two times', { 'x-webhook-signature': `t=${NOW},${HEX}` }, 'headers_malformed'],
    [
      'signatures that are none',
      { 'x-webhook-signature': `t=${NOW},v1=zz,v1=${'A'.repeat(64)}` },
      'signature_mismatch',
    ],
    ['a scheme that is not known', { ...STANDARD, 'webhook-signature': 'v1a,AAAA v2,!' }, 'signature_mismatch'],
  ])('%s', async (_what, headers, problem) => {
    expect(await judged(headers)).toBe(problem)
  })

  it('with a flood of signatures cost no more than twenty', async () => {
    const right = STANDARD['webhook-signature'] ?? ''
    expect(await judged({ ...STANDARD, 'webhook-signature': `${'v1,AAAA '.repeat(19)}${right}` })).toBeNull()
    expect(await judged({ ...STANDARD, 'webhook-signature': `${'v1,AAAA '.repeat(20)}${right}` })).toBe(
      'signature_mismatch',
    )
  })

  it('are no use with a secret that is none', async () => {
    expect(await judged(STANDARD, { secret: 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' })).toBeInstanceOf(TypeError)
    expect(await judged(STANDARD, { secret: 'whsec_?' })).toBeInstanceOf(TypeError)
  })
})

it('the scheme of our own header is an HMAC in hex over time and body, with the whole secret', () => {
  const expected = createHmac('sha256', VECTOR.secret).update(`${NOW}.${BODY}`).digest('hex')
  expect(HEX).toMatch(new RegExp(`^t=${NOW},v1=${expected},v1=[0-9a-f]{64}$`))
})
