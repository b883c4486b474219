import type { EnvironmentCore } from '../kernel/environment-core.ts'
import { judgeAddress } from '../../net/destination-guard.ts'
import { openEndpoint, type Endpoint } from './send.ts'

/** The connections to the endpoints in use, one pool for each webhook. */
export interface Endpoints {
  of(webhookId: string, url: string): Endpoint
  close(): Promise<void>
}

/** Pools of endpoints that were not used lately are closed beyond this many. */
const KEPT_OPEN = 64

export function createEndpoints(core: EnvironmentCore, connections: number): Endpoints {
  const open = new Map<string, { url: string; extraCa: readonly string[]; endpoint: Endpoint }>()
  const shut = (webhookId: string) => {
    const known = open.get(webhookId)
    open.delete(webhookId)
    // What is still under way on it ends as an error and is tried again.
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
