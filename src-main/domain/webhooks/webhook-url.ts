import type { EnvironmentName } from '../environment-name.ts'
import { isLine } from '../text.ts'
import { LONGEST_WEBHOOK_URL } from '../webhook.ts'

/** What can be wrong with the form of a webhook's URL, wherever it leads. */
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
 * Judges a webhook's URL by its form alone, as it is typed (decisions, section 5, *URL rules*). Where it leads is for
 * the service to judge: an address in IPv6 is left to it.
 */
export function webhookUrlProblem(text: string, environment: EnvironmentName): WebhookUrlProblem | null {
  if (text === '') return 'required'
  if (text.length > LONGEST_WEBHOOK_URL) return 'too_long'
  // The parser drops line breaks and tabs in silence: what it reads is then not what is shown.
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

/** `localhost` names are this machine (RFC 6761); the URL parser has written every spelling of an IPv4 address with dots. */
function mayBeThisMachine(host: string): boolean {
  const name = host.replace(/\.$/, '')
  return (
    name === 'localhost' || name.endsWith('.localhost') || /^127\.\d+\.\d+\.\d+$/.test(name) || name.startsWith('[')
  )
}
