import { z } from 'zod'
import type { Problem } from '../../../../domain/problem.ts'
import { line, text } from '../../../../domain/text.ts'

// A header's value: anything else would be refused by the network library with the credential in its message.
const credentialSchema = z.string().refine((value) => /^[\x21-\x7e]{1,4000}$/.test(value), {
  error: 'Must be visible ASCII characters without spaces',
  params: { problem: { code: 'visible_ascii' } satisfies Problem },
})
const oauthTextSchema = text().min(1).max(4_000)

/** Where a gateway is: `judgePortalUrl` says what may stand here, and where it leads is judged again at every dial. */
const portalUrlSchema = line().max(2_048)

/** How a `rest` portal is reached. `auth` is stored encrypted and never shown again. */
export const restPortalSettingsSchema = z.object({
  baseUrl: portalUrlSchema,
  auth: z.discriminatedUnion('type', [
    z.object({ type: z.literal('bearer'), token: credentialSchema }),
    z.object({
      type: z.literal('oauth2'),
      clientId: oauthTextSchema,
      clientSecret: oauthTextSchema,
      /** `{baseUrl}/oauth/token` where none is given. */
      tokenUrl: portalUrlSchema.optional(),
      scope: text().max(1_000).optional(),
    }),
  ]),
})
export type RestPortalSettings = z.infer<typeof restPortalSettingsSchema>
