import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import type { PortalChangeBody } from '../../../src-main/domain/sync/portal-protocol.ts'
import type { Asked } from './observed.ts'

/** A portal as its provider sees it: each request for a change, also a repeated one that the portal makes only once. */
export interface SlowGateway {
  readonly url: string
  /** In order of arrival. */
  readonly asked: readonly Asked[]
}

interface ManyChanges {
  changes: { providerCardId: string; idempotencyKey: string; change: PortalChangeBody }[]
}

/** Stands before a portal, notes its changes and holds each up for so long. */
export async function startSlowGateway(portalUrl: string, changesTakeMs: number): Promise<SlowGateway> {
  const asked: Asked[] = []
  const server = createServer((incoming, response) => {
    const forward = async (): Promise<void> => {
      const body = await buffer(incoming)
      const noted = changesIn(incoming, body)
      asked.push(...noted)
      if (noted.length > 0) await setTimeout(changesTakeMs)
      const { method = 'GET', headers } = incoming
      const onward = request(portalUrl + (incoming.url ?? ''), { method, headers }, (answer) => {
        for (const one of noted) one.answeredAt = performance.now()
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      })
      onward.on('error', () => response.destroy())
      onward.end(body)
    }
    forward().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

function changesIn({ method, url = '', headers }: IncomingMessage, body: Buffer): Asked[] {
  if (method !== 'POST' || !url.endsWith('/changes')) return []
  const at = performance.now()
  const read: unknown = JSON.parse(body.toString())
  const single = /\/cards\/([^/]+)\/changes$/.exec(url)?.[1]
  const changes =
    single === undefined
      ? (read as ManyChanges).changes
      : [
          {
            providerCardId: decodeURIComponent(single),
            idempotencyKey: String(headers['idempotency-key']),
            change: read as PortalChangeBody,
          },
        ]
  return changes.map(({ providerCardId, idempotencyKey, change }) => ({
    reference: idempotencyKey,
    subject: providerCardId,
    action: change.action,
    at,
    answeredAt: null,
  }))
}
