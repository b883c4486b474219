import { describe, expect, it } from 'vitest'
import {
  hexSignature,
  maskSignatures,
  newSecret,
  signatureHeaders,
  standardSignature,
} from '../../../../src-main/engine/webhooks/signature.ts'
import { secretPrefixOf } from '../../../../src-main/domain/webhook.ts'

describe('the signature of a delivery', () => {
  it('matches the vector that Standard Webhooks publishes', () => {
    expect(
      standardSignature(
        'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
        'msg_p5jXN8AQM9LWM0D4loKWxJek',
        1614265330,
        '{"test": 2432232314}',
      ),
    ).toBe('g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  })

  it('in hex matches what OpenSSL computes over the timestamp and the body, keyed with the whole secret', () => {
    expect(hexSignature('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 1614265330, '{"test": 2432232314}')).toBe(
      '2e37df5d4a028c51a7f3133d64ae1e300d2c2c900f1b1d49d4369ad2530f8964',
    )
  })

  it('stays true for each of many secrets, however often they take turns', () => {
    const secrets = Array.from({ length: 600 }, newSecret)
    const signed = () => secrets.map((secret) => standardSignature(secret, 'evt_1', 1614265330, '{}'))
    const once = signed()
    expect(new Set(once).size).toBe(secrets.length)
    expect(signed()).toEqual(once)
  })

  it('is repeated for each live secret, newest first, in both schemes', () => {
    const secrets = [newSecret(), newSecret(), newSecret()]
    const headers = signatureHeaders({ id: 'evt_1', timestamp: 1614265330, body: '{}', secrets })
    expect(headers['webhook-signature']?.split(' ')).toEqual(
      secrets.map((secret) => `v1,${standardSignature(secret, 'evt_1', 1614265330, '{}')}`),
    )
    expect(headers['X-Webhook-Signature']).toMatch(/^t=1614265330(,v1=[0-9a-f]{64}){3}$/)
  })

  it('is stored without its values', () => {
    const headers = signatureHeaders({
      id: 'evt_1',
      timestamp: 1614265330,
      body: '{}',
      secrets: [newSecret(), newSecret()],
    })
    expect(maskSignatures(headers)).toEqual({
      'webhook-id': 'evt_1',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,… v1,…',
      'X-Webhook-Signature': 't=1614265330,v1=…,v1=…',
    })
  })

  it('uses secrets of 24 random bytes that show their first eight characters', () => {
    const secret = newSecret()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
    expect(secretPrefixOf(secret)).toBe(secret.slice(0, 14))
  })
})
