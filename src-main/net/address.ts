import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'
import { isLocalhostName } from '../domain/webhooks/webhook-url.ts'

/** The one place that classifies addresses: everything that dials, listens or asks "is this our machine?" uses it. */
export type Address = ipaddr.IPv4 | ipaddr.IPv6

/**
 * Parses an address in any spelling that systems dial; null for anything else. A mapped address (`::ffff:127.0.0.1`)
 * becomes the IPv4 address that the system connects to; a translated one (NAT64, 6to4) stays as it is.
 */
export function parseAddress(text: string): Address | null {
  // A zone names an interface of this machine; no public address has one.
  const bare = text.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  if (!bare.includes(':')) return ipaddr.IPv4.isValidFourPartDecimal(bare) ? ipaddr.IPv4.parse(bare) : null
  // The library takes `::127.0.0.1`, not a valid destination, for a mapped address; the URL parser normalises it.
  const written = URL.parse(`http://[${bare}]`)?.hostname.replace(/^\[|\]$/g, '')
  return written === undefined ? null : ipaddr.process(written)
}

/**
 * The address in a URL's host, or null for a name; `localhost` is always this machine (RFC 6761). The URL parser has
 * already normalised every spelling of an IPv4 address (`2130706433`, `0x7f.1`, `127.1`) to dotted form.
 */
export function addressOfHost(host: string): Address | null {
  return isLocalhostName(host) ? LOCALHOST : parseAddress(host.replace(/\.$/, ''))
}

const LOCALHOST = ipaddr.parse('127.0.0.1')

/** How programs on this machine name it in a `Host` header. */
export const LOOPBACK_HOSTS = ['127.0.0.1', 'localhost', '[::1]'] as const

export function isLoopback(address: Address): boolean {
  return address.range() === 'loopback'
}

/** Whether a host, listened on or named in a request, reaches no further than this machine. */
export function isLoopbackHost(host: string): boolean {
  const address = addressOfHost(host)
  return address !== null && isLoopback(address)
}

/** The network that one subscriber has: an IPv4 address, or the first 64 bits of an IPv6 address (RFC 6177). */
export function networkOfAddress(text: string): string {
  const address = parseAddress(text)
  if (address === null) return text
  return address instanceof ipaddr.IPv6
    ? ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/64`).toString()
    : address.toString()
}

/** The port of an http or https URL. */
export function portOf(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
}

/** Whether dialling this address reaches this machine: loopback, unspecified, or one of its interfaces. */
export function isThisMachine(address: Address): boolean {
  if (isLoopback(address) || address.range() === 'unspecified') return true
  const text = address.toString()
  return Object.values(networkInterfaces()).some((entries) =>
    entries?.some((entry) => parseAddress(entry.address)?.toString() === text),
  )
}

/** Whether an address is public unicast: anything no registry has assigned for general use is denied. */
export function isPublic(address: Address): boolean {
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast' && !matchesAny(address, DENIED_IPV4)
  if (address.match(NAT64)) return isPublic(new ipaddr.IPv4(address.toByteArray().slice(12)))
  return address.range() === 'unicast' && address.match(GLOBAL_UNICAST)
}

/** The only part of IPv6 assigned for global unicast (IANA). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
/** The well-known prefix of translators (RFC 6052), through which IPv6-only networks reach public IPv4 addresses. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')
/** Unicast to the library, but no receiver on the public internet: a cloud's metadata and DNS address. */
const DENIED_IPV4 = [ipaddr.IPv4.parseCIDR('168.63.129.16/32')]

function matchesAny(address: ipaddr.IPv4, networks: readonly [ipaddr.IPv4, number][]): boolean {
  return networks.some((network) => address.match(network))
}

/** A network in CIDR form, from a CIDR or a single address as a person enters it; null for anything else. */
export function parseNetwork(text: string): string | null {
  const cidr = text.includes('/') ? text : `${text}/${text.includes(':') ? 128 : 32}`
  const [address = ''] = cidr.split('/', 1)
  const wellFormed = ipaddr.isValidCIDR(cidr) && (address.includes(':') || ipaddr.IPv4.isValidFourPartDecimal(address))
  return wellFormed ? cidr : null
}

/** @param network in CIDR form; a network of mapped addresses counts as the IPv4 network */
export function isWithin(address: Address, network: string): boolean {
  const [base, bits] = ipaddr.parseCIDR(network)
  const mapped = base instanceof ipaddr.IPv6 && base.isIPv4MappedAddress() && bits >= 96
  const [start, length] = mapped ? [base.toIPv4Address(), bits - 96] : [base, bits]
  return address.kind() === start.kind() && address.match([start, length] as never)
}

/** Whether an address, as text, lies in one of these networks. */
export function isWithinAny(text: string, networks: readonly string[]): boolean {
  const address = parseAddress(text)
  return address !== null && networks.some((network) => isWithin(address, network))
}

/** Whether listening on this host means every address of this machine. */
export function isWildcardHost(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}
