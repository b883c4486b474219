import { randomBytes } from 'node:crypto'

/** RFC 6238 with the values that every authenticator app takes: SHA-1, 6 digits, 30 s. */
const PERIOD_SECONDS = 30
const DIGITS = 6
/** RFC 4226, section 4: 160 bits. */
const SECRET_BYTES = 20
const ISSUER = 'Fuelcard Desk'
/** One step to each side, for a clock that is off and a code that takes time to type (RFC 6238, section 5.2). */
const WINDOW = 1

/** A new secret, in base32 without padding. */
export async function newTotpSecret(): Promise<string> {
  const { Secret } = await import('otpauth')
  return new Secret({ buffer: new Uint8Array(randomBytes(SECRET_BYTES)).buffer }).base32
}

/** What a QR code carries to an authenticator app (`otpauth://totp/…`). */
export async function totpAddress(secret: string, email: string): Promise<string> {
  return (await totpOf(secret, email)).toString()
}

/** The time step that a code belongs to, if it is right now; null for a wrong one. */
export async function totpStep(secret: string, code: string, now: Date): Promise<number | null> {
  if (!/^\d{6}$/.test(code)) return null
  const timestamp = now.getTime()
  const distance = (await totpOf(secret, '')).validate({ token: code, timestamp, window: WINDOW })
  return distance === null ? null : Math.floor(timestamp / (PERIOD_SECONDS * 1000)) + distance
}

async function totpOf(secret: string, label: string) {
  const { Secret, TOTP } = await import('otpauth')
  return new TOTP({
    issuer: ISSUER,
    label,
    algorithm: 'SHA1',
    digits: DIGITS,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  })
}
