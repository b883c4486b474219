import ipaddr from 'ipaddr.js'
import type { EnvironmentName } from '../../domain/environment-name.ts'
import { LONGEST_WEBHOOK_URL } from '../../domain/webhook.ts'
import { webhookUrlProblem, type WebhookUrlProblem } from '../../domain/webhook-url.ts'

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

/**
 * Judges a webhook's URL as it is saved: form, scheme, and addresses written as such. Names are not resolved here; what
 * they lead to is judged when it is dialled (`judgeAddress`).
 *
 * @returns what is wrong, as a sentence, or null
 */
export function judgeUrl(text: string, environment: EnvironmentName, policy: DestinationPolicy): string | null {
  const problem = webhookUrlProblem(text, environment)
  if (problem !== null) return FORM_PROBLEMS[problem]
  const url = new URL(text)
  const address = addressOfHost(url.hostname)
  const loopback = address !== null && isLoopback(address)
  if (url.protocol === 'http:') {
    if (!loopback) return FORM_PROBLEMS.http_elsewhere
    if (!policy.serviceOnLoopback) return 'http:// to this machine is allowed only while the service listens on this machine alone'
  }
  // An inbox is the sandbox's: what production sends must not end up there.
  if (loopback && policy.ownPorts.includes(portOf(url))) return environment === 'sandbox' && policy.isInbox(url.pathname) ? null : 'Must not lead back to this service'
  if (loopback && mayReachLoopback(environment, policy)) return null
  if (address === null || isAllowed(address, policy) || isPublic(address)) return null
  return loopback ? 'Must not lead to this machine' : 'Must not lead to a private or reserved address'
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

/**
 * Judges the address that is about to be dialled, whatever name it was found by.
 *
 * @returns why it must not be dialled, or null
 */
export function judgeAddress(address: string, url: URL, environment: EnvironmentName, policy: DestinationPolicy): string | null {
  const parsed = parseAddress(address)
  if (parsed === null) return `${address} is not an address`
  if (isLoopback(parsed) && policy.ownPorts.includes(portOf(url))) return environment === 'sandbox' && policy.isInbox(url.pathname) ? null : 'The address leads back to this service'
  if (isAllowed(parsed, policy)) return null
  if (isLoopback(parsed)) {
    return mayReachLoopback(environment, policy) ? null : 'The address is this machine'
  }
  return isPublic(parsed) ? null : `The address ${parsed.toString()} is private or reserved`
}

/** A network in CIDR form, or one address, as the policy's `allowedNetworks` take it; null for anything else. */
export function parseNetwork(text: string): string | null {
  const cidr = text.includes('/') ? text : `${text}/${text.includes(':') ? 128 : 32}`
  const [address = ''] = cidr.split('/', 1)
  const wellFormed = ipaddr.isValidCIDR(cidr) && (address.includes(':') || ipaddr.IPv4.isValidFourPartDecimal(address))
  return wellFormed ? cidr : null
}

function mayReachLoopback(environment: EnvironmentName, policy: DestinationPolicy): boolean {
  return environment === 'sandbox' && policy.serviceOnLoopback
}

type Address = ipaddr.IPv4 | ipaddr.IPv6

/**
 * The address a host is written as, or null for a name; `localhost` always is this machine (RFC 6761). The URL parser has already turned every spelling of an IPv4
 * address (`2130706433`, `0x7f.1`, `127.1`) into dots.
 */
function addressOfHost(host: string): Address | null {
  if (isLocalhostName(host)) return ipaddr.parse('127.0.0.1')
  return parseAddress(host.replace(/^\[|\]$/g, '').replace(/\.$/, ''))
}

function parseAddress(text: string): Address | null {
  // A zone names an interface of this machine, and nothing public has one.
  const bare = text.replace(/%.*$/, '')
  return ipaddr.isValid(bare) && (bare.includes(':') || /^\d+\.\d+\.\d+\.\d+$/.test(bare)) ? embeddedIPv4(ipaddr.parse(bare)) : null
}

/** The IPv4 address that an IPv6 one stands for (mapped, compatible, NAT64, 6to4), else the address itself. */
function embeddedIPv4(address: Address): Address {
  if (!(address instanceof ipaddr.IPv6)) return address
  if (address.isIPv4MappedAddress()) return address.toIPv4Address()
  const bytes = address.toByteArray()
  for (const [network, offset] of EMBEDDING_NETWORKS) {
    if (address.match(network)) return new ipaddr.IPv4(bytes.slice(offset, offset + 4))
  }
  return address
}

/** Networks whose addresses carry an IPv4 address, and at which byte. */
const EMBEDDING_NETWORKS: readonly [network: [ipaddr.IPv6, number], offset: number][] = [
  [ipaddr.IPv6.parseCIDR('64:ff9b::/96'), 12], // NAT64, RFC 6052
  [ipaddr.IPv6.parseCIDR('64:ff9b:1::/48'), 12], // local NAT64, RFC 8215
  [ipaddr.IPv6.parseCIDR('2002::/16'), 2], // 6to4, RFC 3056
]

/** Networks that the library calls unicast but that no receiver on the public internet has. */
const DENIED_NETWORKS: readonly [Address, number][] = [
  ipaddr.parseCIDR('168.63.129.16/32'), // a cloud's metadata and DNS address
  ipaddr.parseCIDR('192.0.0.0/24'),
  ipaddr.parseCIDR('192.88.99.0/24'),
  ipaddr.parseCIDR('198.18.0.0/15'),
  ipaddr.parseCIDR('100.64.0.0/10'),
]
/** Of IPv6 only this much is given out for global unicast (IANA). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false
  if (address instanceof ipaddr.IPv6 && !address.match(GLOBAL_UNICAST)) return false
  return !DENIED_NETWORKS.some((network) => matches(address, network))
}

function isLoopback(address: Address): boolean {
  return address.range() === 'loopback'
}

function isAllowed(address: Address, policy: DestinationPolicy): boolean {
  return policy.allowedNetworks.some((text) => matches(address, ipaddr.parseCIDR(text)))
}

function matches(address: Address, [network, bits]: [Address, number]): boolean {
  return address.kind() === network.kind() && address.match([network, bits] as never)
}

function isLocalhostName(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '')
  return name === 'localhost' || name.endsWith('.localhost')
}

function portOf(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
}
