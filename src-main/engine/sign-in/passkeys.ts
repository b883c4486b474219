import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { ServiceError } from '../../domain/errors.ts'
import type { ControlSchema } from '../../database/schema.ts'
import type { ControlTransaction } from '../kernel/control-core.ts'
import type { SignInCore, Visitor } from './sign-in-core.ts'
import type { Site } from './site.ts'
import { keepState, takeState } from './states.ts'

export interface Passkeys {
  /** What a browser needs to make a passkey; `ticket` comes back with its response. */
  beginNew(
    person: { id: string; name: string; email: string },
    name: string,
    visitor: Visitor,
  ): Promise<{ ticket: string; options: PublicKeyCredentialCreationOptionsJSON }>
  /** @throws ServiceError `error.validation` unless the response belongs to this browser's own challenge */
  finishNew(personId: string, ticket: string, response: RegistrationResponseJSON, visitor: Visitor): Promise<NewPasskey>
  /** What a browser needs to sign in with a passkey. Names no person, so that nobody can be found out. */
  begin(visitor: Visitor): Promise<{ ticket: string; options: PublicKeyCredentialRequestOptionsJSON }>
  /** @throws ServiceError `error.unauthorized` unless the passkey is known and the response is to this challenge */
  verify(ticket: string, response: AuthenticationResponseJSON, visitor: Visitor): Promise<UsedPasskey>
}

export type NewPasskey = Omit<ControlSchema['passkey'], 'last_used_at'>

/** A passkey that has signed a challenge; `note` records its counter, so that a copy of it is found out. */
interface UsedPasskey {
  personId: string
  note(transaction: ControlTransaction): Promise<void>
}

/**
 * EdDSA, ES256 and RS256 (IANA COSE registry): what every platform has. The default asks Node for experimental ones.
 */
const ALGORITHMS = [-8, -7, -257]

/** @param site read at each call; null without a public URL */
export function createPasskeys(core: SignInCore, site: () => Site | null): Passkeys {
  const place = (): { host: string; origin: string } => {
    const { passkeyHost: host = null, origin = '' } = site() ?? {}
    if (host === null)
      throw new ServiceError('error.validation', 'Passkeys work at the public address of a service only', {
        details: [{ field: 'passkey', message: 'No public name', problem: { code: 'passkey_without_host' } }],
      })
    return { host, origin }
  }
  const refuse = (cause?: unknown) =>
    new ServiceError('error.unauthorized', 'This passkey was not accepted', { reason: 'passkey', cause })
  return {
    beginNew: async (person, name, visitor) => {
      const { host } = place()
      const { generateRegistrationOptions } = await import('@simplewebauthn/server')
      const own = await core.database.all(
        core.database.build.selectFrom('passkey').select(['id', 'transports']).where('person_id', '=', person.id),
      )
      const options = await generateRegistrationOptions({
        rpName: 'Fuelcard Desk',
        rpID: host,
        userID: handleOf(person.id),
        userName: person.email,
        userDisplayName: person.name,
        attestationType: 'none',
        excludeCredentials: own.map(({ id, transports }) => ({ id, transports: JSON.parse(transports) as string[] })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: ALGORITHMS,
      })
      const state = { challenge: options.challenge, name }
      return { ticket: await keepState(core, visitor, 'new_passkey', state, person.id), options }
    },
    finishNew: async (personId, ticket, response, visitor) => {
      const { host, origin } = place()
      const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
      const state = await takeState(core, visitor, 'new_passkey', ticket, personId)
      if (state === null) throw refuse()
      const { registrationInfo } = await verifyRegistrationResponse({
        response,
        expectedChallenge: state.challenge,
        expectedOrigin: origin,
        expectedRPID: host,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      }).catch((cause: unknown) => {
        throw refuse(cause)
      })
      if (registrationInfo === undefined) throw refuse()
      const { credential } = registrationInfo
      return {
        id: credential.id,
        person_id: personId,
        name: state.name,
        public_key: credential.publicKey,
        counter: credential.counter,
        transports: JSON.stringify(credential.transports ?? []),
        host,
        created_at: core.wallClock.now().toISOString(),
      }
    },
    begin: async (visitor) => {
      const { host } = place()
      const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
      const options = await generateAuthenticationOptions({ rpID: host, userVerification: 'required' })
      return { ticket: await keepState(core, visitor, 'passkey', { challenge: options.challenge }), options }
    },
    verify: async (ticket, response, visitor) => {
      const { host, origin } = place()
      const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
      const state = await takeState(core, visitor, 'passkey', ticket)
      const row = await core.database.first(
        core.database.build.selectFrom('passkey').selectAll().where('id', '=', response.id),
      )
      if (state === null || row === undefined || row.host !== host) throw refuse()
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response,
        expectedChallenge: state.challenge,
        expectedOrigin: origin,
        expectedRPID: host,
        credential: { id: row.id, publicKey: new Uint8Array(row.public_key), counter: row.counter },
        requireUserVerification: true,
      }).catch((cause: unknown) => {
        throw refuse(cause)
      })
      if (!verified) throw refuse()
      return {
        personId: row.person_id,
        note: async (transaction) => {
          // Two uses of one counter at once: one of them is a copy.
          const noted = await transaction.run(
            transaction.build
              .updateTable('passkey')
              .set({ counter: authenticationInfo.newCounter, last_used_at: core.wallClock.now().toISOString() })
              .where('id', '=', row.id)
              .where('counter', '=', row.counter),
          )
          if (noted !== 1) throw refuse()
        },
      }
    },
  }
}

/** The user handle: opaque, and no personal data (Web Authentication Level 3, section 14.6.1). */
function handleOf(personId: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(personId.replaceAll('-', ''), 'hex'))
}
