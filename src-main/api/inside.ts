import type { IncomingMessage } from 'node:http'

/**
 * Which key a connection speaks as that was made inside this process. Told by the connection itself, an object that
 * nobody outside can name: no header and no address says it.
 */
const chosenKeys = new WeakMap<object, string>()

/** Lets every request on this end of a stream count as one of that key. */
export function comesFromInside(connection: object, keyId: string): void {
  chosenKeys.set(connection, keyId)
}

export function keyChosenInside(request: Pick<IncomingMessage, 'socket'>): string | undefined {
  return chosenKeys.get(request.socket)
}
