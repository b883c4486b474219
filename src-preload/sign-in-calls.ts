import { z } from 'zod'
import { emailSchema, languageSchema, personNameSchema } from '../src-main/domain/people/person.ts'
import {
  credentialsSchema,
  identityProviderSchema,
  newTotpSchema,
  passwordSchema,
  signInMethodsSchema,
  signInSettingsChangeSchema,
  signInSettingsSchema,
  signInTokenSchema,
} from '../src-main/domain/people/sign-in.ts'
import { line, text } from '../src-main/domain/text.ts'
import { ADMINISTRATOR, everyone, PUBLIC, SELF } from './call-definition.ts'

const nothing = z.object({})
/** As a person types them: what cannot be right is a wrong password, not a fault of a field. */
const given = z.object({ email: text().trim().min(1).max(254), password: passwordSchema })
/** Six digits, or a recovery code. */
const code = line().trim().min(1).max(40)
const token = text().min(1).max(200)
const invitation = z.object({ invitation: token })
/** What a browser's WebAuthn functions take. */
const challenge = z.object({ ticket: z.string(), options: z.record(z.string(), z.unknown()) })
const base64 = text().max(100_000)
/** What they return (WebAuthn Level 3, section 5.1): encoded bytes, judged where they are checked. */
const credential = z.object({
  id: base64,
  rawId: base64,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
})
const newPasskey = z.object({
  ticket: token,
  response: credential.extend({
    response: z.object({
      clientDataJSON: base64,
      attestationObject: base64,
      transports: z.array(line().max(40)).max(20).default([]),
    }),
  }),
})
const usedPasskey = z.object({
  ticket: token,
  response: credential.extend({
    response: z.object({ clientDataJSON: base64, authenticatorData: base64, signature: base64 }),
  }),
})
const passkeyName = line().trim().min(1).max(60)
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

/** How people sign in, and what each of them signs in with. */
export const SIGN_IN_CALLS = {
  'signIn.methods': everyone(PUBLIC, nothing, signInMethodsSchema),
  /** Without a code, `error.second_factor` says whether one is needed, or has to be set up first. */
  'signIn.password': everyone(PUBLIC, given.extend({ code: code.optional() }), signInTokenSchema),
  /** For a person who has to have a second factor, and has none. */
  'signIn.enrol': everyone(PUBLIC, given, newTotpSchema),
  'signIn.beginPasskey': everyone(PUBLIC, nothing, challenge),
  'signIn.passkey': everyone(PUBLIC, usedPasskey, signInTokenSchema),
  /** The address at the identity provider. */
  'signIn.beginProvider': everyone(
    PUBLIC,
    z.object({ invitation: token.optional() }),
    z.object({ address: z.string() }),
  ),
  /** Whom an invitation is for. */
  'signIn.invitation': everyone(
    PUBLIC,
    invitation,
    z.object({ name: personNameSchema, email: emailSchema.nullable(), language: languageSchema.nullable() }),
  ),
  /** No token: a second factor is demanded, so that the person now signs in with the new password. */
  'signIn.acceptWithPassword': everyone(
    PUBLIC,
    invitation.extend({ password: passwordSchema }),
    signInTokenSchema.nullable(),
  ),
  'signIn.beginAcceptWithPasskey': everyone(PUBLIC, invitation.extend({ name: passkeyName }), challenge),
  'signIn.acceptWithPasskey': everyone(PUBLIC, invitation.extend(newPasskey.shape), signInTokenSchema),
  'signIn.settings': everyone(ADMINISTRATOR, nothing, signInSettingsSchema),
  'signIn.updateSettings': everyone(ADMINISTRATOR, signInSettingsChangeSchema, signInSettingsSchema),

  'signIn.testIssuer': everyone(
    ADMINISTRATOR,
    z.object({ issuer: identityProviderSchema.shape.issuer }),
    z.object({ answers: z.literal(true) }),
  ),
  /** Ends the notice of a changed public URL. */
  'signIn.markMoveRead': everyone(ADMINISTRATOR, nothing, nothing),

  'credentials.get': everyone(SELF, nothing, credentialsSchema),
  /** Ends the other sessions. */
  'credentials.setPassword': everyone(
    SELF,
    z.object({ current: passwordSchema.optional(), password: passwordSchema }),
    credentialsSchema,
  ),
  'credentials.beginTotp': everyone(SELF, nothing, newTotpSchema),
  'credentials.confirmTotp': everyone(SELF, z.object({ code }), recoveryCodes),
  'credentials.removeTotp': everyone(SELF, z.object({ code }), credentialsSchema),
  'credentials.renewRecoveryCodes': everyone(SELF, z.object({ code }), recoveryCodes),
  'credentials.beginPasskey': everyone(SELF, z.object({ name: passkeyName }), challenge),
  'credentials.addPasskey': everyone(SELF, newPasskey, credentialsSchema),
  'credentials.removePasskey': everyone(SELF, z.object({ passkeyId: text().min(1).max(1_400) }), credentialsSchema),
} as const
