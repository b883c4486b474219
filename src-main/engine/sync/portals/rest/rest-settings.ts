import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'

// A header's value: anything else would be refused by the network library with the credential in its message.
const credentialSchema = z.string().regex(/^[\x21-\x7e]{1,4000}$/, 'Must be visible ASCII characters without spaces')
const oauthTextSchema = z.string().min(1).max(4_000)

/** Where a gateway is; judged here and again when it is dialled. */
export const portalUrlSchema = z.string().max(2_048).superRefine((text, context) => {
  const problem = problemOfUrl(text)
  if (problem !== null) context.addIssue({ code: 'custom', message: problem })
})

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
      scope: z.string().max(1_000).optional(),
    }),
  ]),
})
export type RestPortalSettings = z.infer<typeof restPortalSettingsSchema>

function problemOfUrl(text: string): string | null {
  if (!URL.canParse(text)) return 'Must be an address such as https://gateway.example/fuel'
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'Must begin with https://'
  if (url.username !== '' || url.password !== '') return 'Must not contain a user name or password'
  if (url.search !== '' || text.includes('#') || text.includes('?')) return 'Must not contain ? or #'
  const host = bareHost(url)
  if (url.protocol === 'http:' && !isLocalhost(host) && !isLoopbackAddress(host)) return 'Must begin with https://; http:// may only lead to this machine'
  return null
}

/** The host of a URL without the brackets of IPv6. */
export function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}

function isLocalhost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost')
}

export function isLoopbackAddress(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.process(address).range() === 'loopback'
}
