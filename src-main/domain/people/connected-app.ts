import { z } from 'zod'
import { timestampSchema } from '../card.ts'
import { line, text } from '../text.ts'

/** The programs of this product that a person connects to a service. */
const APPS = ['desktop', 'command-line'] as const
export const appSchema = z.enum(APPS)
export type App = z.infer<typeof appSchema>

/** The `client_id` of each; they are public clients (RFC 8252, section 8.4), so it proves nothing. */
export const CLIENT_IDS = {
  desktop: 'fuelcard-desk-app',
  'command-line': 'fuelcard-desk-cli',
} as const satisfies Record<App, string>

export function appOfClient(clientId: string): App | null {
  return APPS.find((app) => CLIENT_IDS[app] === clientId) ?? null
}

/** Where the desktop app waits for the browser; the port is its choice. */
export const REDIRECT_PATH = '/signed-in'

/**
 * Whether an address leads back to a program on the person's own machine: a loopback literal with a port. Not
 * `localhost`, which may resolve elsewhere (RFC 8252, section 8.3).
 */
export function isLoopbackRedirect(address: string): boolean {
  return /^http:\/\/(127\.0\.0\.1|\[::1\]):[1-9]\d{0,4}\/signed-in$/.test(address)
}

/** How a person recognises the machine, for example `laptop-14 (Linux)`. */
export const deviceSchema = line().trim().min(1).max(100)

/** What the desktop app asks for through the browser (RFC 6749, section 4.1.1; RFC 7636). */
export const authorizationRequestSchema = z.object({
  clientId: z.string().refine((clientId) => appOfClient(clientId) !== null, 'This app is not known'),
  redirectUri: z.string().refine(isLoopbackRedirect, 'This must be an address of the app itself'),
  /** The SHA-256 of the verifier, in base64url. */
  codeChallenge: z.string().regex(/^[\w-]{43}$/, 'This must be an S256 challenge'),
  codeChallengeMethod: z.literal('S256'),
  state: text().min(1).max(200),
  device: deviceSchema,
})
export type AuthorizationRequest = z.infer<typeof authorizationRequestSchema>

/** A program that waits for a person's consent, as the page names it. */
export const askingAppSchema = z.object({ app: appSchema, device: z.string() })

/** A code as a person types it: without regard to case, hyphens and spaces. */
export const userCodeSchema = text()
  .max(20)
  .transform((typed) => typed.toUpperCase().replaceAll(/[\s-]/g, ''))

export const askingDeviceSchema = askingAppSchema.extend({
  /** Where the request came from. */
  address: z.string(),
  /** In the form in which the device shows it. */
  code: z.string(),
  expiresAt: timestampSchema,
})
export type AskingDevice = z.infer<typeof askingDeviceSchema>
