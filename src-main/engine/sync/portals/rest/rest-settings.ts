import { z } from 'zod'
import type { Problem } from '../../../../domain/problem.ts'
import { line, text } from '../../../../domain/text.ts'

// Valid in an HTTP header: otherwise the network library would reject it, quoting the credential in its message.
const credentialSchema = z.string().refine((value) => /^[\x21-\x7e]{1,4000}$/.test(value), {
  error: 'Must be visible ASCII characters without spaces',
  params: { problem: { code: 'visible_ascii' } satisfies Problem },
})
const oauthTextSchema = text().min(1).max(4_000)

/** A gateway's address. `judgePortalUrl` checks it when it is entered; each dial is judged again. */
const portalUrlSchema = line().max(2_048)

/** How to reach a `rest` portal. `auth` is stored encrypted and never shown again. */
export const restPortalSettingsSchema = z.object({
  baseUrl: portalUrlSchema,
  auth: z.discriminatedUnion('type', [
    z.object({ type: z.literal('bearer'), token: credentialSchema }),
    z.object({
      type: z.literal('oauth2'),
      clientId: oauthTextSchema,
      clientSecret: oauthTextSchema,
      /** Default: `{baseUrl}/oauth/token`. */
      tokenUrl: portalUrlSchema.optional(),
      scope: text().max(1_000).optional(),
    }),
  ]),
})
export type RestPortalSettings = z.infer<typeof restPortalSettingsSchema>
