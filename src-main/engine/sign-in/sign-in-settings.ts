import { z } from 'zod'
import { refusedInput } from '../../domain/errors.ts'
import { identityProviderSchema, type SignInSettingsChange } from '../../domain/people/sign-in.ts'
import type { Session } from '../../database/store.ts'
import type { ControlSchema } from '../../database/schema.ts'
import type { ChangeContext } from '../kernel/change-context.ts'
import { readSetting, writeSetting } from '../kernel/control-core.ts'
import type { ProviderConnection } from './identity-provider.ts'
import type { SignInCore } from './sign-in-core.ts'

const storedSchema = z.object({
  requireSecondFactor: z.boolean().default(false),
  provider: identityProviderSchema
    /** Sealed with the data key; null for a client without a secret. */
    .extend({ secret: z.string().nullable() })
    .nullable()
    .default(null),
})
export type StoredSignInSettings = z.infer<typeof storedSchema>

const SETTING = 'sign_in'
const SECRET_PLACE = 'setting/sign_in/provider'

export async function readSignInSettings(session: Session<ControlSchema>): Promise<StoredSignInSettings> {
  return storedSchema.parse(JSON.parse((await readSetting(session, SETTING)) ?? '{}'))
}

/** @throws ServiceError `error.validation` for an issuer that is not an https address (or http to this machine) */
export async function changeSignInSettings(
  core: SignInCore,
  change: SignInSettingsChange,
  context: ChangeContext,
): Promise<void> {
  if (change.provider != null) judgeIssuer(change.provider.issuer, 'provider.issuer')
  await core.database.write(async (transaction) => {
    const before = await readSignInSettings(transaction)
    const after: StoredSignInSettings = {
      requireSecondFactor: change.requireSecondFactor ?? before.requireSecondFactor,
      provider: change.provider === undefined ? before.provider : withSecret(core, change.provider, before.provider),
    }
    // Sessions rest on what the former provider said.
    const ended = transaction.build.deleteFrom('identity_grant')
    await transaction.run(after.provider === null ? ended : ended.where('issuer', '!=', after.provider.issuer))
    await writeSetting(transaction, SETTING, JSON.stringify(after))
    core.audit.append(transaction, context, {
      action: 'sign_in.settings',
      target: { type: 'settings', id: null },
      projectId: null,
      before: auditedSettings(before),
      after: auditedSettings(after),
    })
    transaction.note({ about: 'event', event: { name: 'settings.changed', data: {} } })
    return undefined
  })
}

/** @throws ServiceError `error.data_key` if the secret cannot be opened */
export function connectionOf(
  core: SignInCore,
  provider: NonNullable<StoredSignInSettings['provider']>,
): ProviderConnection {
  const { issuer, clientId, secret } = provider
  return { issuer, clientId, clientSecret: secret === null ? null : core.dataKey.open(secret, SECRET_PLACE) }
}

function withSecret(
  core: SignInCore,
  change: SignInSettingsChange['provider'],
  before: StoredSignInSettings['provider'],
): StoredSignInSettings['provider'] {
  if (change == null) return null
  const { clientSecret, ...provider } = change
  if (clientSecret !== undefined)
    return { ...provider, secret: clientSecret === null ? null : core.dataKey.seal(clientSecret, SECRET_PLACE) }
  // A secret goes to the issuer that it was given for, and to no other.
  return { ...provider, secret: before?.issuer === provider.issuer ? before.secret : null }
}

function auditedSettings({ requireSecondFactor, provider }: StoredSignInSettings): Record<string, unknown> {
  if (provider === null) return { requireSecondFactor, provider: null }
  const { secret, ...shown } = provider
  return { requireSecondFactor, provider: { ...shown, hasSecret: secret !== null } }
}

/** @param field names it in the error */
export function judgeIssuer(text: string, field: string): void {
  const url = URL.parse(text)
  const fine =
    url !== null && ['https:', 'http:'].includes(url.protocol) && url.username === '' && url.search + url.hash === ''
  if (!fine) throw refusedInput(field, 'Must be an address such as https://login.example', { code: 'issuer_form' })
}
