import type { EnvironmentName } from '../domain/environment-name.ts'
import type { Fault } from '../domain/problem.ts'
import { LONGEST_WEBHOOK_URL } from '../domain/webhook.ts'
import { webhookUrlProblem, type WebhookUrlProblem } from '../domain/webhooks/webhook-url.ts'
import {
  addressOfHost,
  isLoopback,
  isPublic,
  isThisMachine,
  isWithin,
  parseAddress,
  portOf,
  type Address,
} from './address.ts'

/** The settings by which destinations are judged. */
export interface DestinationPolicy {
  /** Networks in CIDR form that may be reached even though they are not public. */
  allowedNetworks: readonly string[]
  /** Whether the service itself listens on loopback only: only then may a sandbox deliver to this machine. */
  serviceOnLoopback: boolean
  /** Whether others than the owner of this machine give it destinations: their word never leads to its programs. */
  isShared?: boolean
  /** The service's own ports on this machine; its inbox is recognised by path. */
  ownPorts: readonly number[]
  /** Whether a path of the service's own port is its built-in receiver. */
  isInbox: (path: string) => boolean
}

/**
 * What is about to dial: an environment's webhook, a provider's portal, or the service itself at an address that an
 * administrator gave, such as an identity provider's.
 */
export type Dialler = EnvironmentName | 'portal' | 'administrator'

/**
 * Judges a webhook's URL when it is saved: form, scheme, and literal addresses. Names are resolved and judged only when
 * dialled (`judgeAddress`).
 *
 * @returns what is wrong, or null
 */
export function judgeWebhookUrl(text: string, environment: EnvironmentName, policy: DestinationPolicy): Fault | null {
  const problem = webhookUrlProblem(text, environment)
  return problem === null ? judgeHost(new URL(text), environment, policy) : FORM_PROBLEMS[problem]
}

const NOT_HTTPS: Fault = { message: 'Must begin with https://', problem: { code: 'url_not_https' } }
const CREDENTIALS: Fault = { message: 'Must not contain a user name or password', problem: { code: 'url_credentials' } }

const FORM_PROBLEMS: Record<WebhookUrlProblem, Fault> = {
  required: { message: 'url is required', problem: { code: 'required' } },
  too_long: {
    message: `Must be at most ${LONGEST_WEBHOOK_URL} characters`,
    problem: { code: 'too_long', maximum: LONGEST_WEBHOOK_URL },
  },
  not_a_url: { message: 'Must be a URL such as https://example.com/hooks', problem: { code: 'url_form' } },
  not_https: NOT_HTTPS,
  credentials: CREDENTIALS,
  fragment: { message: 'Must not contain a fragment (#…)', problem: { code: 'url_fragment' } },
  http_elsewhere: {
    message: 'In the sandbox http:// may only lead to this machine; use https://',
    problem: { code: 'url_http_elsewhere' },
  },
}

/** Judges the address of a provider's portal when it is saved. */
export function judgePortalUrl(text: string, policy: DestinationPolicy): Fault | null {
  if (!URL.canParse(text))
    return { message: 'Must be an address such as https://gateway.example/fuel', problem: { code: 'url_form' } }
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return NOT_HTTPS
  if (url.username !== '' || url.password !== '') return CREDENTIALS
  if (url.search !== '' || text.includes('#') || text.includes('?'))
    return { message: 'Must not contain ? or #', problem: { code: 'url_query' } }
  return judgeHost(url, 'portal', policy)
}

function judgeHost(url: URL, dialler: Dialler, policy: DestinationPolicy): Fault | null {
  const address = addressOfHost(url.hostname)
  if (address !== null) {
    const refusal = judge(address, url, dialler, policy)
    return refusal === null ? null : atSave(refusal)
  }
  return url.protocol === 'http:' ? atSave('http_elsewhere') : null
}

/**
 * Judges an address that is about to be dialled, whatever name it came from.
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

/** The one judgement: whatever is not allowed here is refused. */
function judge(address: Address, url: URL, dialler: Dialler, policy: DestinationPolicy): Refusal | null {
  const loopback = isLoopback(address)
  // The inbox belongs to the sandbox: production events must not end up there.
  if (policy.ownPorts.includes(portOf(url)) && isThisMachine(address))
    return dialler === 'sandbox' && loopback && policy.isInbox(url.pathname) ? null : 'own_port'
  if (url.protocol === 'http:') {
    if (!loopback || dialler === 'production') return 'http_elsewhere'
    if (dialler === 'administrator') return null
    if (policy.isShared === true) return isListed(address, policy) ? null : 'this_machine'
    // A gateway on this machine is the clerk's own program, wherever the service listens.
    return dialler === 'portal' || policy.serviceOnLoopback ? null : 'http_while_open'
  }
  // An administrator also decides which private networks may be reached.
  if (dialler === 'administrator') return null
  if (isPublic(address) || isListed(address, policy)) return null
  if (!loopback) return 'private'
  return dialler === 'sandbox' && policy.serviceOnLoopback && policy.isShared !== true ? null : 'this_machine'
}

function isListed(address: Address, { allowedNetworks }: DestinationPolicy): boolean {
  return allowedNetworks.some((network) => isWithin(address, network))
}

function atSave(refusal: Refusal): Fault {
  return { message: AT_SAVE[refusal], problem: { code: `url_${refusal}` } }
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
  private: (address) =>
    `The address ${address} is private or reserved, and its network is not among the allowed private destinations`,
}
