import { lookup } from 'node:dns/promises'

/** Resolves names to addresses; injected, so that tests can point a name anywhere. */
export interface Resolver {
  /** All addresses of a name, IPv4 and IPv6. */
  resolve(host: string): Promise<string[]>
}

export const systemResolver: Resolver = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
}
