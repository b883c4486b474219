import type { EnvironmentName } from '../environment-name.ts'
import { isLine } from '../text.ts'
import { LONGEST_WEBHOOK_URL } from '../webhook.ts'

/** Faults in the form of a webhook's URL, wherever it leads. */
const WEBHOOK_URL_PROBLEMS = [
  'required',
  'too_long',
  'not_a_url',
  'not_https',
  'credentials',
  'fragment',
  'http_elsewhere',
] as const
export type WebhookUrlProblem = (typeof WEBHOOK_URL_PROBLEMS)[number]

/**
 * Checks only the form of a webhook's URL, as it is typed. The service checks where
 * it leads, IPv6 addresses included.
 */
export function webhookUrlProblem(text: string, environment: EnvironmentName): WebhookUrlProblem | null {
  if (text === '') return 'required'
  if (text.length > LONGEST_WEBHOOK_URL) return 'too_long'
  // The parser silently drops line breaks and tabs, and would read something other than what is shown.
  if (!isLine(text) || !URL.canParse(text)) return 'not_a_url'
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'not_https'
  if (url.username !== '' || url.password !== '') return 'credentials'
  // An empty fragment leaves no trace in the parsed URL.
  if (text.includes('#')) return 'fragment'
  if (url.protocol === 'https:') return null
  if (environment === 'production') return 'not_https'
  return mayBeThisMachine(url.hostname) ? null : 'http_elsewhere'
}

/** Needs no other IPv4 spellings: the URL parser has normalised them to dotted form. */
function mayBeThisMachine(host: string): boolean {
  return isLocalhostName(host) || /^127\.\d+\.\d+\.\d+\.?$/.test(host) || host.startsWith('[')
}

/** `localhost` and all names below it are this machine (RFC 6761). */
export function isLocalhostName(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '')
  return name === 'localhost' || name.endsWith('.localhost')
}
