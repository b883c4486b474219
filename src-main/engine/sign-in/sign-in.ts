import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { refusedInput, ServiceError } from '../../domain/errors.ts'
import type { Notice } from '../../domain/desk/notice.ts'
import type { SignInMethods, SignInSettings, SignInSettingsChange } from '../../domain/people/sign-in.ts'
import type { ChangeContext } from '../kernel/change-context.ts'
import type { ControlCore } from '../kernel/control-core.ts'
import { createDutyLease } from '../kernel/cluster/duty-lease.ts'
import { createDuty } from '../kernel/duties.ts'
import type { Logger } from '../kernel/ports.ts'
import type { DataKey } from '../kernel/secrets/data-key.ts'
import type { People } from '../people/people.ts'
import { markMoveRead, unreadMove } from './announce-move.ts'
import { createCredentials, type Credentials } from './credentials.ts'
import { createDeviceTokens, type DeviceTokens } from './device-token.ts'
import { openIdentityProvider, type ProviderNetwork } from './identity-provider.ts'
import { createIdentitySignIn, redirectUri, type IdentitySignIn } from './identity-sign-in.ts'
import { createInvited, type Invited } from './invited.ts'
import { createPasskeys, type Passkeys } from './passkeys.ts'
import { createPasswordSignIn, type PasswordSignIn } from './password-sign-in.ts'
import { createPasswords, type Passwords } from './passwords.ts'
import { createSignInCore, deviceHash, type Visitor } from './sign-in-core.ts'
import { rolesFromProvider } from './shown-credentials.ts'
import { changeSignInSettings, judgeIssuer, readSignInSettings } from './sign-in-settings.ts'
import { issueSignInToken } from './sign-in-token.ts'
import { siteOf, type Site } from './site.ts'
import { removeCredentials } from './store-credential.ts'

/** How people sign in. Every way ends in a token, which the page exchanges for its session. */
export interface SignIn {
  readonly devices: DeviceTokens
  readonly password: PasswordSignIn
  readonly identity: IdentitySignIn
  readonly invited: Invited
  readonly credentials: Credentials
  /** What tokens of this browser are bound to. */
  deviceHash(visitor: Pick<Visitor, 'device'>): Uint8Array
  /** What the sign-in page offers. */
  methods(): Promise<SignInMethods>
  beginPasskey(visitor: Visitor): ReturnType<Passkeys['begin']>
  /** @throws ServiceError `error.unauthorized` */
  withPasskey(ticket: string, response: AuthenticationResponseJSON, visitor: Visitor): Promise<string>
  settings(): Promise<SignInSettings>
  /** The people whose roles the identity provider decides, each with its name. */
  rolesFromProvider(): Promise<ReadonlyMap<string, string>>
  updateSettings(change: SignInSettingsChange, context: ChangeContext): Promise<SignInSettings>
  /**
   * Asks an identity provider for its metadata, as a sign-in does first.
   *
   * @throws ServiceError `error.validation` if none answers there by this very name
   */
  testIssuer(issuer: string): Promise<void>
  /** That the service is at another public URL than before, until somebody has read it. */
  moved(): Promise<Notice[]>
  markMoveRead(): Promise<void>
  stop(): Promise<void>
}

export interface SignInOptions extends ProviderNetwork {
  control: ControlCore
  dataKey: DataKey
  people: People
  logger: Logger
  /** False for a command-line process: it asks no identity provider. */
  runsWork: boolean
  /** Where browsers reach this service; null on a desk. */
  publicUrl: () => string | null
  passwords?: Passwords
}

const RENEW_EVERY_MS = 5 * 60 * 1000

export function createSignIn(options: SignInOptions): SignIn {
  const { control, dataKey, people, logger, runsWork, resolver, network } = options
  const core = createSignInCore(control, dataKey)
  const { database } = core
  const where = (): Site | null => {
    const url = options.publicUrl()
    return url === null ? null : siteOf(url)
  }
  const passwords = options.passwords ?? createPasswords()
  const passkeys = createPasskeys(core, where)
  const identity = createIdentitySignIn({
    core,
    invitations: people.invitations,
    site: where,
    logger,
    resolver,
    network,
  })
  people.onReset(removeCredentials)
  const renewal = createDuty({
    failure: 'people signed in through an identity provider could not be checked',
    logger,
    lease: createDutyLease(control, 'identity renewal'),
    run: (signal) => identity.renew(signal),
    ...(runsWork ? { everyMs: RENEW_EVERY_MS, firstInMs: RENEW_EVERY_MS } : {}),
  })
  const settings = async (): Promise<SignInSettings> => {
    const { requireSecondFactor, provider } = await readSignInSettings(database)
    const common = { requireSecondFactor, redirectUri: redirectUri(where()) }
    if (provider === null) return { ...common, provider: null }
    const { secret, ...shown } = provider
    return { ...common, provider: { ...shown, hasSecret: secret !== null } }
  }
  return {
    devices: createDeviceTokens(core),
    password: createPasswordSignIn(core, passwords, () => readSignInSettings(database)),
    identity,
    invited: createInvited(core, people.invitations, passwords, passkeys),
    credentials: createCredentials({ core, passwords, passkeys, site: where }),
    deviceHash: ({ device }) => deviceHash(core, device),
    methods: async () => {
      const { provider } = await readSignInSettings(database)
      const site = where()
      const anyPassword = await database.first(database.build.selectFrom('password').select('person_id').limit(1))
      return {
        password: site !== null || anyPassword !== undefined,
        origin: site?.origin ?? null,
        passkey: site?.passkeyHost != null,
        provider: site === null ? null : (provider?.name ?? null),
      }
    },
    beginPasskey: (visitor) => passkeys.begin(visitor),
    withPasskey: async (ticket, response, visitor) => {
      const used = await passkeys.verify(ticket, response, visitor)
      if ((await people.caller(used.personId)) === null)
        throw new ServiceError('error.unauthorized', 'This passkey was not accepted', { reason: 'passkey' })
      return database.write(async (transaction) => {
        await used.note(transaction)
        return issueSignInToken(core, transaction, used.personId, visitor)
      })
    },
    settings,
    rolesFromProvider: () => rolesFromProvider(core),
    updateSettings: async (change, context) => {
      await changeSignInSettings(core, change, context)
      return settings()
    },
    testIssuer: async (issuer) => {
      judgeIssuer(issuer, 'issuer')
      const connection = { issuer, clientId: 'test', clientSecret: null }
      await openIdentityProvider(connection, { resolver, network }).catch((cause: unknown) => {
        throw refusedInput(
          'issuer',
          'No identity provider answers there by this name',
          { code: 'issuer_silent' },
          cause,
        )
      })
    },
    moved: () => unreadMove(database),
    markMoveRead: () => markMoveRead(core),
    stop: async () => {
      await renewal.stop()
      await passwords.close()
    },
  }
}
