import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A request as the stand-in saw it. */
interface Seen {
  method: string
  path: string
  key: string | undefined
  headers: IncomingMessage['headers']
  body: string
}

/** A service that fails on demand: each request gets the next answer, the last one again and again. */
export interface StandIn {
  baseUrl: string
  seen: Seen[]
}

/** How it answers one request. */
export type Answer = (response: ServerResponse) => void

/** An answer of the API. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', 'X-Request-Id': 'req-1', ...headers })
    response.end(JSON.stringify(body))
  }
}

/** A refusal of the API. */
export function refusal(status: number, code: string, headers?: Record<string, string>): Answer {
  return json(status, { code, message: `It is ${code}`, requestId: 'req-1' }, headers)
}

/** The connection breaks before an answer. */
export const cut: Answer = (response) => response.socket?.destroy()

/** The request arrives, and nothing comes back. */
export const silence: Answer = () => {}

export async function startStandIn(...answers: Answer[]): Promise<StandIn> {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const key = headers['idempotency-key']
      seen.push({ method, path: url, key: typeof key === 'string' ? key : undefined, headers, body })
      const answer = answers[Math.min(seen.length, answers.length) - 1] ?? silence
      answer(response)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, seen }
}
