import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'

/** What an attack changes about an honest response. */
export interface Tampering {
  origin?: string
  rpId?: string
  challenge?: string
  counter?: number
  /** Whether the person has shown who they are, by PIN or finger; by default, they have. */
  verified?: boolean
  key?: KeyObject
}

/** A security key in software: WebAuthn Level 3 with ES256 and no attestation. */
export function createAuthenticator(honest: { origin: string; rpId: string }) {
  const id = randomBytes(16)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  let counter = 0

  const clientData = (type: string, challenge: string, tampering: Tampering) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: tampering.challenge ?? challenge,
        origin: tampering.origin ?? honest.origin,
        crossOrigin: false,
      }),
    )
  const authenticatorData = (attested: Buffer | null, tampering: Tampering): Buffer => {
    const flags = 0x01 | (tampering.verified === false ? 0 : 0x04) | (attested === null ? 0 : 0x40)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(tampering.counter ?? counter)
    return Buffer.concat([
      hashOf(tampering.rpId ?? honest.rpId),
      Buffer.from([flags]),
      count,
      attested ?? Buffer.alloc(0),
    ])
  }
  return {
    privateKey,
    id: id.toString('base64url'),
    register: (challenge: string, tampering: Tampering = {}): RegistrationResponseJSON => {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)])
      const data = authenticatorData(attested, tampering)
      const attestation = Buffer.concat([
        // {"fmt": "none", "attStmt": {}, "authData": h'…'}
        Buffer.from([0xa3]),
        ...['fmt', 'none', 'attStmt'].map(cborText),
        Buffer.from([0xa0]),
        cborText('authData'),
        cborBytes(data),
      ])
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, tampering).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    authenticate: (challenge: string, tampering: Tampering = {}): AuthenticationResponseJSON => {
      counter += 1
      const client = clientData('webauthn.get', challenge, tampering)
      const data = authenticatorData(null, tampering)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', signed, tampering.key ?? privateKey).toString('base64url'),
        },
      }
    },
  }
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** A P-256 key as RFC 9053 writes it: {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cborBytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    cborBytes(Buffer.from(y, 'base64url')),
  ])
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])
}

function cborBytes(bytes: Buffer): Buffer {
  const length = bytes.length < 256 ? [0x58, bytes.length] : [0x59, bytes.length >> 8, bytes.length & 0xff]
  return Buffer.concat([Buffer.from(length), bytes])
}
