import { lookup } from 'node:dns/promises'

/** Names to addresses, so that tests can let a name lead anywhere. */
export interface Resolver {
  /** All addresses of a name, IPv4 and IPv6. */
  resolve(host: string): Promise<string[]>
}

export const systemResolver: Resolver = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
}
