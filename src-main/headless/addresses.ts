import { isIP } from 'node:net'

/** Whether listening on this host reaches no further than this machine. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

/** Whether listening on this host means every address of this machine. */
export function isWildcardHost(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}
