import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { ServiceError } from '../domain/errors.ts'
import type { InboxBehaviour } from '../domain/webhooks/inbox.ts'
import type { Engine } from '../engine/engine.ts'
import { INBOX_PATH } from '../engine/kernel/network.ts'
import { byteReader } from './http/read-bytes.ts'

/** A delivery's body has at most 20 kB; this leaves room for other posts. */
const readBytes = byteReader(64 * 1024)
const BODY_TIMEOUT_MS = 10_000

/**
 * The built-in receiver at `/inbox/<token>`: stores each arrival with the verdicts of both schemes, and answers as
 * configured in the sandbox. Returns false for other paths. Hosts mount it on loopback only.
 */
export function createInboxHandler(
  engine: () => Engine | null,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  return (request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    if (!path.startsWith(INBOX_PATH)) return false
    receive(engine(), path.slice(INBOX_PATH.length), request, response).catch((error: unknown) => {
      engine()?.logger.log('warn', 'an inbox arrival could not be taken', { error: String(error) })
      if (response.headersSent) response.destroy()
      else answer(response, 500, 'The arrival could not be stored')
    })
    return true
  }
}

async function receive(
  engine: Engine | null,
  token: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const inboxes = engine?.environment('sandbox').inboxes ?? null
  if (inboxes === null) return answer(response, 503, 'The service is starting or stopping')
  if (request.method !== 'POST') {
    response.setHeader('Allow', 'POST')
    return answer(response, 405, 'An inbox takes deliveries by POST')
  }
  const body = await readText(request, response)
  if (body === null) return answer(response, 413, 'Too large for an inbox')
  const behaviour = await inboxes.receive(token, plainHeaders(request), body)
  if (behaviour === null) return answer(response, 404, 'There is no such inbox')
  return behave(behaviour, response)
}

async function behave(behaviour: InboxBehaviour, response: ServerResponse): Promise<void> {
  switch (behaviour.answer) {
    case '200':
      return answer(response, 200, 'Received')
    case '500':
      return answer(response, 500, 'The inbox is set to fail')
    case '410':
      return answer(response, 410, 'The inbox is set to be gone')
    case '429':
      response.setHeader('Retry-After', behaviour.retryAfterSeconds)
      return answer(response, 429, 'The inbox is set to be busy')
    case 'slow': {
      const left = new AbortController()
      response.once('close', () => left.abort())
      // The sender usually gives up before.
      await wait(behaviour.delaySeconds * 1000, null, { signal: left.signal, ref: false }).catch(() => null)
      if (!left.signal.aborted) answer(response, 200, 'Received, slowly')
      return
    }
    case 'reset':
      response.destroy()
  }
}

function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  })
  response.end(text)
}

/** The body as text, or null if it is too long. */
async function readText(request: IncomingMessage, response: ServerResponse): Promise<string | null> {
  const timeout = setTimeout(() => request.destroy(), BODY_TIMEOUT_MS)
  try {
    return (await readBytes(request, response)).toString('utf8')
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'error.payload_too_large') return null
    throw error
  } finally {
    clearTimeout(timeout)
  }
}

function plainHeaders(request: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return headers
}
