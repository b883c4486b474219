import { ServiceError } from '../../domain/errors.ts'
import type { ChangeContext } from '../kernel/change-context.ts'
import type { ControlTransaction } from '../kernel/control-core.ts'
import type { Logger } from '../kernel/ports.ts'
import { giveRoles } from '../people/given-roles.ts'
import type { Invitations } from '../people/invitations.ts'
import { findPerson, nameOf } from '../people/person-rows.ts'
import { rolesFromClaim } from './claim-roles.ts'
import { addGrant, claimGrant, endGrant, endOldGrants, renewGrant } from './grants.ts'
import {
  IdentityRefused,
  openIdentityProvider,
  type IdentityProof,
  type IdentityProvider,
  type ProviderNetwork,
} from './identity-provider.ts'
import { byThemselves, recordCredential, type SignInCore, type Visitor } from './sign-in-core.ts'
import { connectionOf, readSignInSettings, type StoredSignInSettings } from './sign-in-settings.ts'
import { issueSignInToken } from './sign-in-token.ts'
import type { Site } from './site.ts'
import { keepState, takeState } from './states.ts'
import { newToken } from '../kernel/secrets/token.ts'

/** Signing in through an identity provider (OpenID Connect Core 1.0, authorization code flow). */
export interface IdentitySignIn {
  /** Where to send the browser. @throws ServiceError `error.unavailable` when the provider can't be reached */
  begin(invitation: string | null, visitor: Visitor): Promise<string>
  /**
   * Ends what `begin` began.
   *
   * @param answer the address, below this service's own origin, that the browser came back to
   * @throws ServiceError `error.unauthorized` with the reason `identity` (not to be trusted, or refused by the
   *   provider) or `not_linked` (nobody here), `error.invitation_expired`, `error.unavailable`
   */
  finish(answer: URL, visitor: Visitor): Promise<string>
  /** Asks the provider whether the people signed in through it may stay; ends the sessions of those who may not. */
  renew(signal: AbortSignal): Promise<void>
}

/** Where the provider sends browsers back to. */
export const CALLBACK_PATH = '/sign-in/callback'

export function redirectUri(site: Site | null): string | null {
  return site === null ? null : `${site.origin}${CALLBACK_PATH}`
}

export interface IdentityOptions extends ProviderNetwork {
  core: SignInCore
  invitations: Invitations
  site: () => Site | null
  logger: Logger
}

type ProviderSettings = NonNullable<StoredSignInSettings['provider']>

export function createIdentitySignIn({ core, invitations, site, logger, ...network }: IdentityOptions): IdentitySignIn {
  const { database } = core
  let opened: { settings: string; provider: Promise<IdentityProvider> } | null = null
  /** Discovery is done once, and again after a failure or a change of the settings. */
  const open = (settings: ProviderSettings): Promise<IdentityProvider> => {
    const text = JSON.stringify(settings)
    if (opened?.settings === text) return opened.provider
    const provider = openIdentityProvider(connectionOf(core, settings), network)
    const mine = (opened = { settings: text, provider })
    provider.catch(() => {
      if (opened === mine) opened = null
    })
    return provider
  }
  const configured = async (): Promise<{ settings: ProviderSettings; backTo: string }> => {
    const { provider: settings } = await readSignInSettings(database)
    const backTo = redirectUri(site())
    if (settings === null || backTo === null) throw new ServiceError('error.route_not_found')
    return { settings, backTo }
  }
  const refuse = (reason: 'identity' | 'not_linked', cause?: unknown) =>
    new ServiceError('error.unauthorized', REFUSALS[reason], { reason, cause })
  const applyRoles = async (
    transaction: ControlTransaction,
    settings: ProviderSettings,
    personId: string,
    claims: IdentityProof['claims'],
  ): Promise<void> => {
    if (settings.roleClaim === null || claims === null) return
    const projects = await transaction.all(transaction.build.selectFrom('project').select('id'))
    const given = rolesFromClaim(
      claims,
      settings.roleClaim,
      settings.roles,
      projects.map(({ id }) => id),
    )
    await giveRoles(core, transaction, personId, given, byProvider(settings))
  }
  /** The person linked to this identity, linking it first if an invitation came along. */
  const personOf = async (
    transaction: ControlTransaction,
    { issuer }: ProviderSettings,
    subject: string,
    invitation: string | null,
  ): Promise<string> => {
    const { build } = transaction
    const linked = await transaction.first(
      build
        .selectFrom('identity')
        .innerJoin('person', 'person.id', 'identity.person_id')
        .select(['person.id', 'person.state'])
        .where('issuer', '=', issuer)
        .where('subject', '=', subject),
    )
    if (invitation === null) {
      if (linked?.state !== 'active') throw refuse('not_linked')
      return linked.id
    }
    const { personId } = await invitations.redeemWithin(transaction, invitation)
    // One account at the provider is one person here, even if an invitation was forwarded.
    if (linked !== undefined && linked.id !== personId) throw refuse('not_linked')
    await transaction.run(build.deleteFrom('identity').where('person_id', '=', personId).where('issuer', '=', issuer))
    const linkedAt = core.wallClock.now().toISOString()
    await transaction.run(
      build.insertInto('identity').values({ issuer, subject, person_id: personId, linked_at: linkedAt }),
    )
    const person = { id: personId, name: nameOf(await findPerson(transaction, personId)) }
    recordCredential(core, transaction, byThemselves(person), 'identity_link', personId, { issuer })
    return personId
  }

  return {
    begin: async (invitation, visitor) => {
      const { settings, backTo } = await configured()
      // An invitation that is over is said before anybody has signed in elsewhere.
      if (invitation !== null) await invitations.look(invitation)
      const provider = await open(settings)
      // As a PKCE verifier it has the 43 characters that RFC 7636, section 4.1, asks for at least.
      const secrets = { nonce: newToken(), verifier: newToken() }
      const state = await keepState(core, visitor, 'oidc', {
        issuer: settings.issuer,
        ...secrets,
        invitation,
      })
      return provider.signInAddress({ state, ...secrets }, backTo)
    },
    finish: async (answer, visitor) => {
      const { settings, backTo } = await configured()
      const state = answer.searchParams.get('state') ?? ''
      const kept = await takeState(core, visitor, 'oidc', state)
      // Begun with another provider, elsewhere, or not at all.
      if (kept === null || kept.issuer !== settings.issuer) throw refuse('identity')
      const came = new URL(backTo)
      came.search = answer.search
      const proof = await (await open(settings)).redeem(came, { state, ...kept }).catch((error: unknown) => {
        logger.log('warn', 'a sign-in through the identity provider failed', { error: String(error) })
        throw error instanceof IdentityRefused ? refuse('identity', error) : unavailable(error)
      })
      return database.write(async (transaction) => {
        const personId = await personOf(transaction, settings, proof.subject, kept.invitation)
        await applyRoles(transaction, settings, personId, proof.claims)
        const { issuer } = settings
        const grantId = await addGrant(core, transaction, { personId, issuer, ...proof })
        return issueSignInToken(core, transaction, personId, visitor, grantId)
      })
    },
    renew: async (signal) => {
      await endOldGrants(core)
      for (;;) {
        const { provider: settings } = await readSignInSettings(database)
        const grant = settings === null ? null : await claimGrant(core)
        if (settings === null || grant === null || grant.refreshToken === null || signal.aborted) return
        try {
          const proof = await (await open(settings)).refresh(grant.refreshToken, grant.subject)
          await database.write(async (transaction) => {
            await renewGrant(core, transaction, grant.id, proof.refreshToken)
            await applyRoles(transaction, settings, grant.personId, proof.claims)
            return undefined
          })
        } catch (error) {
          // A provider in trouble is asked again; only its word, or the end of twelve hours, ends a session.
          if (error instanceof IdentityRefused)
            await database.write((transaction) => endGrant(core, transaction, grant))
          else logger.log('warn', 'the identity provider could not be asked', { error: String(error) })
        }
      }
    },
  }
}

const REFUSALS = {
  identity: 'The identity provider did not confirm who you are; try again',
  not_linked: 'Nobody here signs in with this account; ask for an invitation',
}

function unavailable(cause: unknown): ServiceError {
  if (cause instanceof ServiceError) return cause
  return new ServiceError('error.unavailable', "The identity provider can't be reached; try again later", {
    reason: 'identity_provider',
    cause,
  })
}

function byProvider({ name }: ProviderSettings): ChangeContext {
  return { actor: { type: 'system', id: null, name }, channel: 'system' }
}
