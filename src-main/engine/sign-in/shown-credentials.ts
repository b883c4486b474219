import type { Credentials } from '../../domain/people/sign-in.ts'
import type { SignInCore } from './sign-in-core.ts'
import { readSignInSettings } from './sign-in-settings.ts'
import type { Site } from './site.ts'

/** What a person signs in with, without any secret. */
export async function shownCredentials(
  { database }: SignInCore,
  personId: string,
  site: Site | null,
): Promise<Credentials> {
  const { build } = database
  const { requireSecondFactor, provider } = await readSignInSettings(database)
  const password = await database.first(build.selectFrom('password').select('set_at').where('person_id', '=', personId))
  const totp = await database.first(build.selectFrom('totp').select('confirmed_at').where('person_id', '=', personId))
  const codes = await database.all(build.selectFrom('recovery_code').select('hash').where('person_id', '=', personId))
  const identity = await database.first(
    build
      .selectFrom('identity')
      .select('linked_at')
      .where('person_id', '=', personId)
      .where('issuer', '=', provider?.issuer ?? ''),
  )
  const passkeys = await database.all(
    build.selectFrom('passkey').selectAll().where('person_id', '=', personId).orderBy('created_at').orderBy('id'),
  )
  return {
    passwordSetAt: password?.set_at ?? null,
    totpSince: totp?.confirmed_at ?? null,
    recoveryCodesLeft: codes.length,
    passkeys: passkeys.map(({ id, name, host, created_at: createdAt, last_used_at: lastUsedAt }) => ({
      id,
      name,
      host,
      works: host === site?.passkeyHost,
      createdAt,
      lastUsedAt,
    })),
    passkeysPossible: site?.passkeyHost != null,
    provider:
      provider === null || identity === undefined
        ? null
        : { name: provider.name, linkedAt: identity.linked_at, decidesRoles: provider.roleClaim !== null },
    secondFactorRequired: requireSecondFactor,
  }
}

/** The people whose roles an identity provider decides, each with its name. */
export async function rolesFromProvider({ database }: SignInCore): Promise<ReadonlyMap<string, string>> {
  const { provider } = await readSignInSettings(database)
  if (provider === null || provider.roleClaim === null) return new Map()
  const linked = await database.all(
    database.build.selectFrom('identity').select('person_id').where('issuer', '=', provider.issuer),
  )
  return new Map(linked.map(({ person_id: personId }) => [personId, provider.name]))
}
