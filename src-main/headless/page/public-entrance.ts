import type { IncomingMessage } from 'node:http'
import { readClient } from '../../api/http/client-address.ts'
import { ServiceError, validationError } from '../../domain/errors.ts'
import { portOf } from '../../net/address.ts'

export interface EntranceOptions {
  /** Such as `https://fleet.example`. */
  publicUrl: string
  trustedProxies: readonly string[]
  /** Whether this listener speaks TLS itself; without it, it speaks to its proxies alone. */
  tls: boolean
  /** Further names that `/v1` answers to, for example for the health checks of a load balancer. */
  allowedHosts: (host: string | undefined) => boolean
}

/**
 * What every request from beyond this machine must fulfil: it asks for the public origin, over TLS, and nobody but a
 * trusted proxy speaks for others.
 *
 * @returns a check that throws a ServiceError
 */
export function publicEntrance(options: EntranceOptions): (request: IncomingMessage) => void {
  const { publicUrl, trustedProxies, tls } = options
  const url = new URL(publicUrl)
  const names = new Set([url.host, `${url.hostname}:${portOf(url)}`])
  const isPublic = (host: string | undefined) => host !== undefined && names.has(host.toLowerCase())
  return (request) => {
    const client = readClient(request, trustedProxies)
    if ((!tls && !client.viaProxy) || (client.protocol !== undefined && client.protocol.toLowerCase() !== 'https'))
      throw new ServiceError('error.forbidden', `This service is reached at ${publicUrl} only`)
    const hosts = request.headersDistinct['host'] ?? []
    if (hosts.length !== 1) throw validationError([{ field: 'Host', message: 'Must be given once' }])
    const isNamed = isPublic(hosts[0]) || (asksForApi(request) && options.allowedHosts(hosts[0]))
    if (!isNamed || (client.host !== undefined && !isPublic(client.host)))
      throw new ServiceError('error.forbidden', `The Host header must name ${publicUrl}`)
  }
}

function asksForApi({ url = '' }: IncomingMessage): boolean {
  return url === '/v1' || url.startsWith('/v1/')
}
