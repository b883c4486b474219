import { expect, test } from 'vitest'
import { Secret } from 'otpauth'
import { newTotpSecret, totpAddress, totpStep } from '../../../../src-main/engine/sign-in/totp.ts'

const SECRET = Secret.fromUTF8('12345678901234567890').base32
const at = (seconds: number) => new Date(seconds * 1000)

// RFC 6238, appendix B; the last six of the eight digits.
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %i s the code is %s', async (seconds, code) => {
  expect(await totpStep(SECRET, code, at(seconds))).toBe(Math.floor(seconds / 30))
})

test('a code is accepted half a minute early or late, and names its own step', async () => {
  expect(await totpStep(SECRET, '287082', at(30))).toBe(1)
  expect(await totpStep(SECRET, '287082', at(29))).toBe(1)
  expect(await totpStep(SECRET, '287082', at(89))).toBe(1)
  expect(await totpStep(SECRET, '287082', at(90))).toBeNull()
})

test.each(['', '28708', '2870822', '28708a', ' 287082'])('%j is no code', async (code) => {
  expect(await totpStep(SECRET, code, at(59))).toBeNull()
})

test('a secret has 160 bits, and its address names the service and the person', async () => {
  const secret = await newTotpSecret()
  expect(Secret.fromBase32(secret).bytes).toHaveLength(20)
  expect(await totpAddress(secret, 'nina@fleet.example')).toBe(
    `otpauth://totp/Fuelcard%20Desk:nina%40fleet.example?issuer=Fuelcard%20Desk&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  )
})
