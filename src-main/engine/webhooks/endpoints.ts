import type { EnvironmentCore } from '../kernel/environment-core.ts'
import { judgeAddress } from '../../net/destination-guard.ts'
import { openEndpoint, type Endpoint } from './send.ts'

/** Connections to endpoints, one pool per webhook. */
export interface Endpoints {
  of(webhookId: string, url: string): Endpoint
  close(): Promise<void>
}

/** Beyond this many pools, the least recently used are closed. */
const KEPT_OPEN = 64

export function createEndpoints(core: EnvironmentCore, connections: number): Endpoints {
  const open = new Map<string, { url: string; extraCa: readonly string[]; endpoint: Endpoint }>()
  const shut = (webhookId: string) => {
    const known = open.get(webhookId)
    open.delete(webhookId)
    // A running request fails and is retried.
    known?.endpoint.close().catch(() => {})
  }
  return {
    of: (webhookId, url) => {
      const { extraCa } = core.network()
      const known = open.get(webhookId)
      if (known !== undefined && known.url === url && known.extraCa === extraCa) {
        open.delete(webhookId)
        open.set(webhookId, known)
        return known.endpoint
      }
      shut(webhookId)
      const parsed = new URL(url)
      const endpoint = openEndpoint({
        url: parsed,
        resolver: core.resolver,
        judge: (address) => judgeAddress(address, parsed, core.name, core.destinations()),
        limits: core.network().sendLimits,
        extraCa,
        connections,
      })
      open.set(webhookId, { url, extraCa, endpoint })
      const [oldest] = open.keys()
      if (open.size > KEPT_OPEN && oldest !== undefined) shut(oldest)
      return endpoint
    },
    close: async () => {
      await Promise.all([...open.values()].map(({ endpoint }) => endpoint.close()))
      open.clear()
    },
  }
}
