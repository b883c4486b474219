import type { CallInput } from '../../../../src-preload/contract.ts'
import type { ClaimRole, SignInSettings } from '../../../../src-main/domain/people/sign-in.ts'

/** The form's fields. An empty secret keeps the stored one; an empty claim leaves roles to administrators. */
export interface ProviderDraft {
  name: string
  issuer: string
  clientId: string
  clientSecret: string
  roleClaim: string
  roles: readonly ClaimRole[]
}

export function draftOf(provider: SignInSettings['provider']): ProviderDraft {
  if (provider === null) return { name: '', issuer: '', clientId: '', clientSecret: '', roleClaim: '', roles: [] }
  const { name, issuer, clientId, roleClaim, roles } = provider
  return { name, issuer, clientId, clientSecret: '', roleClaim: roleClaim ?? '', roles }
}

export function inputOf({
  clientSecret,
  roleClaim,
  roles,
  ...rest
}: ProviderDraft): NonNullable<CallInput<'signIn.updateSettings'>['provider']> {
  const claim = roleClaim.trim()
  return {
    ...rest,
    roleClaim: claim === '' ? null : claim,
    roles: [...roles],
    ...(clientSecret === '' ? {} : { clientSecret }),
  }
}
