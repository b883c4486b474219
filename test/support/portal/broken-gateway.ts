import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface GatewayRequest {
  method: string
  /** Including the query. */
  path: string
  headers: Record<string, string>
  text: string
}

export interface GatewayAnswer {
  status: number
  headers: Record<string, string>
  text: string
}

/** How a gateway deviates from the portal behind it. */
export type Breach = (
  request: GatewayRequest,
  pass: (request: GatewayRequest) => Promise<GatewayAnswer>,
) => Promise<GatewayAnswer>

/** A JSON answer. */
export function jsonAnswer(status: number, body: object, headers: Record<string, string> = {}): GatewayAnswer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, text: JSON.stringify(body) }
}

/** A gateway in front of a portal that breaks the protocol in one point; closed after the test. Returns its address. */
export async function startBrokenGateway(portal: { baseUrl: string }, breach: Breach): Promise<string> {
  const pass = async ({ method, path, headers, text }: GatewayRequest): Promise<GatewayAnswer> => {
    const answer = await fetch(portal.baseUrl + path, {
      method,
      headers,
      redirect: 'manual',
      ...(text === '' ? {} : { body: text }),
    })
    const kept = Object.fromEntries([...answer.headers].filter(([name]) => !HOP_BY_HOP.has(name)))
    return { status: answer.status, headers: kept, text: await answer.text() }
  }
  const server = createServer((request, response) => {
    const serve = async () => {
      const answer = await breach(await readRequest(request), pass)
      response.sendDate = false
      response
        .writeHead(answer.status, { ...answer.headers, 'content-length': Buffer.byteLength(answer.text) })
        .end(answer.text)
    }
    serve().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeAllConnections()
    await closed
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'host'])

async function readRequest(request: IncomingMessage): Promise<GatewayRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const headers = Object.fromEntries(
    Object.entries(request.headers)
      .filter(([name]) => !HOP_BY_HOP.has(name))
      .map(([name, value]) => [name, String(value)]),
  )
  return {
    method: request.method ?? 'GET',
    path: request.url ?? '/',
    headers,
    text: Buffer.concat(chunks).toString('utf8'),
  }
}
