import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../../domain/errors.ts'
import { isWithinAny, parseAddress } from '../../net/address.ts'

/** Where a request comes from, as far as it can be believed. */
export interface Client {
  /** The client's own address, not that of a proxy. */
  address: string
  /** What the nearest trusted proxy says that the client asked it for. */
  host: string | undefined
  /** How the client reached the nearest trusted proxy. */
  protocol: string | undefined
  /** Whether the connection itself comes from a trusted proxy. */
  viaProxy: boolean
}

const clients = new WeakMap<IncomingMessage, Client>()
const peers = new WeakMap<IncomingMessage['socket'], string>()

/**
 * Finds out once who sends a request; `clientAddress` then returns it.
 *
 * @param trustedProxies networks in CIDR form; only a connection from there may speak for others
 * @throws ServiceError `error.forbidden` for forwarding headers from elsewhere, `error.validation` for both kinds at
 *   once
 */
export function readClient(request: IncomingMessage, trustedProxies: readonly string[]): Client {
  const peer = peerOf(request)
  const isProxy = (address: string) => isWithinAny(address, trustedProxies)
  const viaProxy = isProxy(peer)
  const client = viaProxy
    ? { ...forwarded(request, peer, isProxy), viaProxy }
    : { address: peer, host: undefined, protocol: undefined, viaProxy }
  if (!viaProxy) refuseForwarding(request)
  clients.set(request, client)
  return client
}

/** For logs and throttling: the address that `readClient` found, else the connection's. */
export function clientAddress(request: IncomingMessage): string {
  return clients.get(request)?.address ?? peerOf(request)
}

/** @throws ServiceError `error.forbidden` if the request claims to have come through a proxy */
export function refuseForwarding({ headers }: IncomingMessage): void {
  for (const name in headers)
    if (name === 'forwarded' || name.startsWith('x-forwarded-'))
      throw new ServiceError(
        'error.forbidden',
        'Forwarded and X-Forwarded-… are believed from a trusted proxy only: serve --trusted-proxy names it',
      )
}

/** The other end of the connection, read once: most requests come over one that is kept. */
function peerOf({ socket }: IncomingMessage): string {
  const known = peers.get(socket)
  if (known !== undefined) return known
  const peer = plain(socket.remoteAddress ?? '') ?? 'unknown'
  peers.set(socket, peer)
  return peer
}

/** An address in its usual spelling, without port or brackets; null for anything else. */
function plain(text: string): string | null {
  const bare = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  return parseAddress(bare)?.toString() ?? null
}

function forwarded(
  { headers }: IncomingMessage,
  peer: string,
  isProxy: (address: string) => boolean,
): Omit<Client, 'viaProxy'> {
  const standard = headers.forwarded
  const usual = { for: textOf(headers['x-forwarded-for']), host: textOf(headers['x-forwarded-host']) }
  const protocol = textOf(headers['x-forwarded-proto'])
  // A proxy that writes one kind and passes the other on lets its clients choose who they are.
  if (standard !== undefined && (usual.for ?? usual.host ?? protocol) !== undefined)
    throw new ServiceError(
      'error.validation',
      'The proxy sends both Forwarded and X-Forwarded-…: it must remove the kind that it does not write',
    )
  if (standard !== undefined) {
    const hops = standardHops(standard)
    const nearest = hops.at(-1)
    return {
      address: farthest(
        peer,
        hops.map((hop) => hop.get('for')),
        isProxy,
      ),
      host: nearest?.get('host'),
      protocol: nearest?.get('proto'),
    }
  }
  return {
    address: farthest(peer, usual.for?.split(',') ?? [], isProxy),
    host: usual.host?.split(',').at(-1)?.trim(),
    protocol: protocol?.split(',').at(-1)?.trim(),
  }
}

/**
 * Walks from the connection towards the client, one proxy at a time: the first address that is not a trusted proxy is the
 * client's. What stands before it was written by the client.
 */
function farthest(peer: string, hops: readonly (string | undefined)[], isProxy: (address: string) => boolean): string {
  let address = peer
  for (const hop of hops.toReversed()) {
    const before = hop === undefined ? null : plain(hop.trim())
    if (before === null) return address
    address = before
    if (!isProxy(address)) return address
  }
  return address
}

/** The elements of a `Forwarded` header (RFC 7239, section 4), in the order in which proxies appended them. */
function standardHops(header: string): Map<string, string>[] {
  return header.split(',').map(
    (element) =>
      new Map(
        element.split(';').flatMap((pair) => {
          const [, name = '', quoted, token = ''] = /^\s*([a-z]+)=(?:"([^"]*)"|([^\s"]*))\s*$/i.exec(pair) ?? []
          return name === '' ? [] : [[name.toLowerCase(), quoted ?? token] as const]
        }),
      ),
  )
}

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(',') : header
}
