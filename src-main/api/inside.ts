import type { IncomingMessage } from 'node:http'

/**
 * The keys chosen for connections made inside this process. Identified by the connection object, which nothing outside
 * can forge, rather than by a header or an address.
 */
const chosenKeys = new WeakMap<object, string>()

/** Every request on this stream acts as this key. */
export function comesFromInside(connection: object, keyId: string): void {
  chosenKeys.set(connection, keyId)
}

export function keyChosenInside(request: Pick<IncomingMessage, 'socket'>): string | undefined {
  return chosenKeys.get(request.socket)
}
