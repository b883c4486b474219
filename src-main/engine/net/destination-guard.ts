import type { EnvironmentName } from '../../domain/environment-name.ts'
import { LONGEST_WEBHOOK_URL } from '../../domain/webhook.ts'
import { webhookUrlProblem, type WebhookUrlProblem } from '../../domain/webhook-url.ts'
import { addressOfHost, isLoopback, isPublic, isThisMachine, isWithin, parseAddress, type Address } from './address.ts'

/** What a destination is judged by besides the rules below. */
export interface DestinationPolicy {
  /** Networks in CIDR form that may be reached although they are not public. */
  allowedNetworks: readonly string[]
  /** True while the service itself listens on loopback only: then a sandbox may deliver to this machine. */
  serviceOnLoopback: boolean
  /** The ports on this machine that are the service's own; its inbox is told apart by path. */
  ownPorts: readonly number[]
  /** Whether a path of the service's own port is its built-in receiver. */
  isInbox: (path: string) => boolean
}

/** Who is about to dial: the webhook of one environment, or what speaks to a provider's portal. */
export type Dialler = EnvironmentName | 'portal'

/**
 * Judges a webhook's URL as it is saved: form, scheme, and addresses written as such. Names are not resolved here; what
 * they lead to is judged when it is dialled (`judgeAddress`).
 *
 * @returns what is wrong, as a sentence, or null
 */
export function judgeWebhookUrl(text: string, environment: EnvironmentName, policy: DestinationPolicy): string | null {
  const problem = webhookUrlProblem(text, environment)
  return problem === null ? judgeHost(new URL(text), environment, policy) : FORM_PROBLEMS[problem]
}

const FORM_PROBLEMS: Record<WebhookUrlProblem, string> = {
  required: 'url is required',
  too_long: `Must be at most ${LONGEST_WEBHOOK_URL} characters`,
  not_a_url: 'Must be a URL such as https://example.com/hooks',
  not_https: 'Must begin with https://',
  credentials: 'Must not contain a user name or password',
  fragment: 'Must not contain a fragment (#…)',
  http_elsewhere: 'In the sandbox http:// may only lead to this machine; use https://',
}

/** Judges the address of a provider's portal in the same way. */
export function judgePortalUrl(text: string, policy: DestinationPolicy): string | null {
  if (!URL.canParse(text)) return 'Must be an address such as https://gateway.example/fuel'
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'Must begin with https://'
  if (url.username !== '' || url.password !== '') return 'Must not contain a user name or password'
  if (url.search !== '' || text.includes('#') || text.includes('?')) return 'Must not contain ? or #'
  return judgeHost(url, 'portal', policy)
}

function judgeHost(url: URL, dialler: Dialler, policy: DestinationPolicy): string | null {
  const address = addressOfHost(url.hostname)
  if (address !== null) {
    const refusal = judge(address, url, dialler, policy)
    return refusal === null ? null : AT_SAVE[refusal]
  }
  return url.protocol === 'http:' ? AT_SAVE.http_elsewhere : null
}

/**
 * Judges the address that is about to be dialled, whatever name it was found by.
 *
 * @returns why it must not be dialled, or null
 */
export function judgeAddress(text: string, url: URL, dialler: Dialler, policy: DestinationPolicy): string | null {
  const address = parseAddress(text)
  if (address === null) return `${text} is not an address`
  const refusal = judge(address, url, dialler, policy)
  return refusal === null ? null : AT_DIAL[refusal](address.toString())
}

type Refusal = 'own_port' | 'http_elsewhere' | 'http_while_open' | 'this_machine' | 'private'

/** The one judgement: refused is whatever is not named here. */
function judge(address: Address, url: URL, dialler: Dialler, policy: DestinationPolicy): Refusal | null {
  const loopback = isLoopback(address)
  // An inbox is the sandbox's: what production sends must not end up there.
  if (policy.ownPorts.includes(portOf(url)) && isThisMachine(address)) return dialler === 'sandbox' && loopback && policy.isInbox(url.pathname) ? null : 'own_port'
  if (url.protocol === 'http:') {
    if (!loopback || dialler === 'production') return 'http_elsewhere'
    // A gateway beside the service is the clerk's own program, wherever the service listens.
    return dialler === 'portal' || policy.serviceOnLoopback ? null : 'http_while_open'
  }
  if (isPublic(address) || policy.allowedNetworks.some((network) => isWithin(address, network))) return null
  if (!loopback) return 'private'
  return dialler === 'sandbox' && policy.serviceOnLoopback ? null : 'this_machine'
}

const LIST_IT = 'unless its network is listed among the allowed private destinations'

const AT_SAVE: Record<Refusal, string> = {
  own_port: 'Must not lead back to this service',
  http_elsewhere: 'Must begin with https://; http:// may only lead to this machine',
  http_while_open: 'http:// to this machine is allowed only while the service listens on this machine alone',
  this_machine: `Must not lead to this machine, ${LIST_IT}`,
  private: `Must not lead to a private or reserved address, ${LIST_IT}`,
}

const AT_DIAL: Record<Refusal, (address: string) => string> = {
  own_port: () => 'The address leads back to this service',
  http_elsewhere: (address) => `http:// may only lead to this machine, not to ${address}`,
  http_while_open: () => 'http:// to this machine is allowed only while the service listens on this machine alone',
  this_machine: () => 'The address is this machine',
  private: (address) => `The address ${address} is private or reserved, and its network is not among the allowed private destinations`,
}

function portOf(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
}
