import { describe, expect, it } from 'vitest'
import { hexSignature, newSecret, standardSignature } from '../../../../src-main/engine/webhooks/signature.ts'
import { verifyMessage } from '../../../../src-main/engine/webhooks/verify.ts'

const SIGNED_AT = 1_614_265_330
const BODY = '{"event":"card.enabled"}'
const secret = newSecret()
const standard = standardSignature(secret, 'evt_1', SIGNED_AT, BODY)
const hex = hexSignature(secret, SIGNED_AT, BODY)
const SIGNED = {
  'webhook-id': 'evt_1',
  'webhook-timestamp': String(SIGNED_AT),
  'webhook-signature': `v1,${standard}`,
  'x-webhook-signature': `t=${SIGNED_AT},v1=${hex}`,
}

/** The verdicts on the signed message with other headers, body, secrets or age. */
function verdicts({
  headers = {},
  body = BODY,
  secrets = [secret],
  ageSeconds = 0,
}: {
  headers?: Record<string, string | undefined>
  body?: string
  secrets?: string[]
  ageSeconds?: number
}) {
  const given = Object.entries({ ...SIGNED, ...headers }).filter(([, value]) => value !== undefined)
  return verifyMessage({
    headers: Object.fromEntries(given),
    body,
    secrets,
    now: new Date((SIGNED_AT + ageSeconds) * 1000),
  })
}

describe('a received message', () => {
  it('is valid with both signatures, and with any of several secrets', () => {
    expect(verdicts({})).toEqual({ standard: 'valid', hex: 'valid' })
    expect(verdicts({ secrets: [newSecret(), secret] })).toEqual({ standard: 'valid', hex: 'valid' })
  })

  it('cannot be judged without a secret', () => {
    expect(verdicts({ secrets: [] })).toEqual({ standard: 'no_secret', hex: 'no_secret' })
  })

  it('is invalid with another body or another secret', () => {
    expect(verdicts({ body: `${BODY} ` })).toEqual({ standard: 'invalid', hex: 'invalid' })
    expect(verdicts({ secrets: [newSecret()] })).toEqual({ standard: 'invalid', hex: 'invalid' })
  })

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('lacks a standard signature without %s', (name) => {
    expect(verdicts({ headers: { [name]: undefined } })).toEqual({ standard: 'missing', hex: 'valid' })
  })

  it.each([undefined, '', `v1=${hex}`, 't', `T=${SIGNED_AT},v1=${hex}`])(
    'lacks a hex signature when its header is %s',
    (header) => {
      expect(verdicts({ headers: { 'x-webhook-signature': header } })).toEqual({ standard: 'valid', hex: 'missing' })
    },
  )

  it('may be five minutes old or early, and no second more', () => {
    for (const ageSeconds of [300, -300]) expect(verdicts({ ageSeconds })).toEqual({ standard: 'valid', hex: 'valid' })
    for (const ageSeconds of [301, -301])
      expect(verdicts({ ageSeconds })).toEqual({ standard: 'too_old', hex: 'too_old' })
  })

  it.each([`${SIGNED_AT}x`, `x${SIGNED_AT}`, '', `${SIGNED_AT}.0`, ` ${SIGNED_AT}`, `000${SIGNED_AT}`])(
    'is too old when its time is "%s"',
    (time) => {
      expect(
        verdicts({ headers: { 'webhook-timestamp': time, 'x-webhook-signature': `t=${time},v1=${hex}` } }),
      ).toEqual({ standard: 'too_old', hex: 'too_old' })
    },
  )

  it('is valid with the right signature among others, in any place', () => {
    const other = standardSignature(newSecret(), 'evt_1', SIGNED_AT, BODY)
    const headers = {
      'webhook-signature': `v1a,xyz v1,short v1,${other} v1,${standard}`,
      'x-webhook-signature': `v0=${hex},v1=00,v1=${hex},t=${SIGNED_AT}`,
    }
    expect(verdicts({ headers })).toEqual({ standard: 'valid', hex: 'valid' })
  })

  it('is invalid when only another scheme carries the right signature', () => {
    const headers = {
      'webhook-signature': `v2,${standard} ${standard}`,
      'x-webhook-signature': `t=${SIGNED_AT},v0=${hex},${hex},v1`,
    }
    expect(verdicts({ headers })).toEqual({ standard: 'invalid', hex: 'invalid' })
  })
})
