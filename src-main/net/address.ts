import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'
import { isLocalhostName } from '../domain/webhooks/webhook-url.ts'

/** The one place that says what an address is. Whoever dials, listens or asks "is that this machine?" asks here. */
export type Address = ipaddr.IPv4 | ipaddr.IPv6

/**
 * An address in the spellings that systems dial, or null. A mapped address (`::ffff:127.0.0.1`) is the IPv4 address,
 * since that is what the system connects to; one that is translated on its way (NAT64, 6to4) stays what it is.
 */
export function parseAddress(text: string): Address | null {
  // A zone names an interface of this machine, and nothing public has one.
  const bare = text.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  if (!bare.includes(':')) return ipaddr.IPv4.isValidFourPartDecimal(bare) ? ipaddr.IPv4.parse(bare) : null
  // The library takes `::127.0.0.1`, which is not a valid destination, for a mapped address; the URL parser writes it
  // out.
  const written = URL.parse(`http://[${bare}]`)?.hostname.replace(/^\[|\]$/g, '')
  return written === undefined ? null : ipaddr.process(written)
}

/**
 * The address a URL's host is written as, or null for a name; `localhost` always is this machine (RFC 6761). The URL
 * parser has already turned every spelling of an IPv4 address (`2130706433`, `0x7f.1`, `127.1`) into dots.
 */
export function addressOfHost(host: string): Address | null {
  return isLocalhostName(host) ? LOCALHOST : parseAddress(host.replace(/\.$/, ''))
}

const LOCALHOST = ipaddr.parse('127.0.0.1')

/** How programs of this machine name it in a `Host` header. */
export const LOOPBACK_HOSTS = ['127.0.0.1', 'localhost', '[::1]'] as const

export function isLoopback(address: Address): boolean {
  return address.range() === 'loopback'
}

/** Whether a host to listen on, or one that a request names, reaches no further than this machine. */
export function isLoopbackHost(host: string): boolean {
  const address = addressOfHost(host)
  return address !== null && isLoopback(address)
}

/** The port of an http or https URL. */
export function portOf(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
}

/**
 * Whether who dials this address reaches this machine: loopback, unspecified, or an address of one of its interfaces.
 */
export function isThisMachine(address: Address): boolean {
  if (isLoopback(address) || address.range() === 'unspecified') return true
  const text = address.toString()
  return Object.values(networkInterfaces()).some((entries) =>
    entries?.some((entry) => parseAddress(entry.address)?.toString() === text),
  )
}

/** Public unicast, and nothing else: what no registry has given out for general use is denied. */
export function isPublic(address: Address): boolean {
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast' && !matchesAny(address, DENIED_IPV4)
  if (address.match(NAT64)) return isPublic(new ipaddr.IPv4(address.toByteArray().slice(12)))
  return address.range() === 'unicast' && address.match(GLOBAL_UNICAST)
}

/** Of IPv6 only this much is given out for global unicast (IANA). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
/** The translators' well-known network (RFC 6052), where networks without IPv4 reach the public IPv4 addresses. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')
/**
 * What the library calls unicast although no receiver on the public internet has it: a cloud's metadata and DNS
 * address.
 */
const DENIED_IPV4 = [ipaddr.IPv4.parseCIDR('168.63.129.16/32')]

function matchesAny(address: ipaddr.IPv4, networks: readonly [ipaddr.IPv4, number][]): boolean {
  return networks.some((network) => address.match(network))
}

/** A network in CIDR form, or one address, as settings and the command line take it; null for anything else. */
export function parseNetwork(text: string): string | null {
  const cidr = text.includes('/') ? text : `${text}/${text.includes(':') ? 128 : 32}`
  const [address = ''] = cidr.split('/', 1)
  const wellFormed = ipaddr.isValidCIDR(cidr) && (address.includes(':') || ipaddr.IPv4.isValidFourPartDecimal(address))
  return wellFormed ? cidr : null
}

/** @param network in CIDR form; a network of mapped addresses is one of IPv4 */
export function isWithin(address: Address, network: string): boolean {
  const [base, bits] = ipaddr.parseCIDR(network)
  const mapped = base instanceof ipaddr.IPv6 && base.isIPv4MappedAddress() && bits >= 96
  const [start, length] = mapped ? [base.toIPv4Address(), bits - 96] : [base, bits]
  return address.kind() === start.kind() && address.match([start, length] as never)
}

/** Whether listening on this host means every address of this machine. */
export function isWildcardHost(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}
