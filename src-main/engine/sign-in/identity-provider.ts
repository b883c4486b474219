import type * as OpenidClient from 'openid-client'
import { ServiceError } from '../../domain/errors.ts'
import { judgeAddress } from '../../net/destination-guard.ts'
import { libraryFetch } from '../../net/library-fetch.ts'
import type { Resolver } from '../../net/resolver.ts'
import { destinationPolicy, type NetworkSettings } from '../kernel/network.ts'

/** How this service is registered at an identity provider. */
export interface ProviderConnection {
  issuer: string
  clientId: string
  clientSecret: string | null
}

/** What an identity provider has proved about somebody. */
export interface IdentityProof {
  subject: string
  /** Of the ID token; null if a refresh brought none. */
  claims: Record<string, unknown> | null
  refreshToken: string | null
}

/** An OpenID Connect provider: authorization code with PKCE, state and nonce; ID tokens with a verified signature. */
export interface IdentityProvider {
  /** Where the browser goes to sign in. */
  signInAddress(expected: ExpectedAnswer, redirectUri: string): Promise<string>
  /** @param answer the address that the browser came back to @throws IdentityRefused */
  redeem(answer: URL, expected: ExpectedAnswer): Promise<IdentityProof>
  /** @throws IdentityRefused once the provider no longer vouches for this person */
  refresh(refreshToken: string, subject: string): Promise<IdentityProof>
}

interface ExpectedAnswer {
  state: string
  nonce: string
  verifier: string
}

/** The provider refused this person, or its answer cannot be trusted. Anything else thrown may pass: try later. */
export class IdentityRefused extends Error {}

export interface ProviderNetwork {
  resolver: Resolver
  network: () => NetworkSettings
}

const CONNECT_MS = 5_000
const TOTAL_MS = 10_000
const ANSWER_BYTES = 512 * 1024
const SCOPE = 'openid email profile'

/** @throws ServiceError `error.unavailable` when the provider does not answer as OpenID Connect Discovery says */
export async function openIdentityProvider(
  connection: ProviderConnection,
  { resolver, network }: ProviderNetwork,
): Promise<IdentityProvider> {
  const client = await import('openid-client')
  const { extraCa } = network()
  const send = libraryFetch({
    resolver,
    extraCa,
    connectMs: CONNECT_MS,
    totalMs: TOTAL_MS,
    answerBytes: ANSWER_BYTES,
    judge: (address, url) => judgeAddress(address, url, 'administrator', destinationPolicy(network())),
  })
  const configuration = await discover(client, connection, send)
  client.enableNonRepudiationChecks(configuration)
  const server = configuration.serverMetadata()
  const scope = server.scopes_supported?.includes('offline_access') === true ? `${SCOPE} offline_access` : SCOPE
  return {
    signInAddress: async ({ state, nonce, verifier }, redirectUri) =>
      client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }).href,
    redeem: (answer, { state, nonce, verifier }) =>
      proved(client, async () => {
        const tokens = await client.authorizationCodeGrant(configuration, answer, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (claims === undefined) throw new IdentityRefused('The provider sent no ID token')
        return { subject: claims.sub, claims, refreshToken: tokens.refresh_token ?? null }
      }),
    refresh: (refreshToken, subject) =>
      proved(client, async () => {
        const tokens = await client.refreshTokenGrant(configuration, refreshToken)
        const claims = tokens.claims() ?? null
        if (claims !== null && claims.sub !== subject) throw new IdentityRefused('The provider answered for another')
        return { subject, claims, refreshToken: tokens.refresh_token ?? refreshToken }
      }),
  }
}

type Send = ReturnType<typeof libraryFetch>

async function discover(
  client: typeof OpenidClient,
  { issuer, clientId, clientSecret }: ProviderConnection,
  send: Send,
): Promise<OpenidClient.Configuration> {
  const url = new URL(issuer)
  // The guard lets http reach this machine only.
  const execute = url.protocol === 'http:' ? [client.allowInsecureRequests] : []
  // Only strings and forms are sent as bodies by what is used here.
  const customFetch = send as unknown as OpenidClient.CustomFetch
  try {
    const found = await client.discovery(url, clientId, undefined, client.None(), {
      execute,
      [client.customFetch]: customFetch,
    })
    const server = found.serverMetadata()
    const configuration = new client.Configuration(server, clientId, {}, authentication(client, server, clientSecret))
    configuration[client.customFetch] = customFetch
    for (const prepare of execute) prepare(configuration)
    return configuration
  } catch (cause) {
    throw new ServiceError('error.unavailable', `The identity provider at ${url.host} can't be reached`, {
      reason: 'identity_provider',
      cause,
    })
  }
}

function authentication(
  client: typeof OpenidClient,
  { token_endpoint_auth_methods_supported: methods }: OpenidClient.ServerMetadata,
  secret: string | null,
): OpenidClient.ClientAuth {
  if (secret === null) return client.None()
  // OpenID Connect Discovery 1.0, section 3: without a list, it is client_secret_basic.
  return methods?.includes('client_secret_post') === true && !methods.includes('client_secret_basic')
    ? client.ClientSecretPost(secret)
    : client.ClientSecretBasic(secret)
}

/** Refusals of RFC 6749, section 5.2, and OpenID Connect Core, section 3.1.2.6, that are about the person. */
const ABOUT_THE_PERSON = new Set([
  'access_denied',
  'account_selection_required',
  'consent_required',
  'interaction_required',
  'invalid_grant',
  'login_required',
])

/** Tells what the provider refused or what cannot be trusted from a provider that is in trouble. */
async function proved(client: typeof OpenidClient, work: () => Promise<IdentityProof>): Promise<IdentityProof> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof IdentityRefused) throw error
    if (error instanceof client.AuthorizationResponseError || error instanceof client.ResponseBodyError) {
      if (ABOUT_THE_PERSON.has(error.error)) throw new IdentityRefused(error.error, { cause: error })
      throw error
    }
    if (error instanceof client.ClientError && FAILED_CHECKS.has(error.code ?? ''))
      throw new IdentityRefused(error.message, { cause: error })
    throw error
  }
}

/** An answer that is there, but not to be trusted. */
const FAILED_CHECKS = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_PARSE_ERROR',
  'OAUTH_UNSUPPORTED_OPERATION',
])
