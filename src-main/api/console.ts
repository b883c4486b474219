import { createServer, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { duplexPair } from 'node:stream'
import { text } from 'node:stream/consumers'
import { ServiceError, validationError } from '../domain/errors.ts'
import type { Engine } from '../engine/engine.ts'
import { createApiSwitch } from './api-switch.ts'
import type { Listening } from './route.ts'
import { comesFromInside } from './inside.ts'

/** A request by a person who chose a key without knowing its text. `path` starts after `/v1`. */
interface ConsoleRequest {
  keyId: string
  method: string
  path: string
  body?: string | undefined
  idempotencyKey?: string | undefined
}

interface ConsoleAnswer {
  status: number
  headers: { name: string; value: string }[]
  body: string
  durationMs: number
}

/** Runs a request inside the `/v1` stack; refused, limited and logged like an outside request with that key. */
export type RunRequest = (request: ConsoleRequest, signal?: AbortSignal) => Promise<ConsoleAnswer>

/** Longer than the API's slowest answer, a webhook test. */
const LONGEST_MS = 40_000
/** They describe a connection, and there is none. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding'])

/** A host's console: real HTTP over an in-process stream, not over a socket that others could reach. */
export function createConsole(engine: () => Engine | null, listening: () => Listening): RunRequest {
  const api = createApiSwitch(engine, { allowedHosts: [], corsOrigins: [], listening })
  const server = createServer((request, response) => api(request, response))
  return async ({ keyId, method, path, body, idempotencyKey = '' }, signal) => {
    const [near, far] = duplexPair()
    comesFromInside(far, keyId)
    server.emit('connection', far)
    const started = performance.now()
    const headers = {
      host: 'localhost',
      ...(body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
      ...(idempotencyKey === '' ? {} : { 'idempotency-key': idempotencyKey }),
    }
    try {
      const answer = await send(
        {
          method,
          path: `/v1${path}`,
          headers,
          signal: AbortSignal.any([AbortSignal.timeout(LONGEST_MS), ...(signal === undefined ? [] : [signal])]),
          createConnection: () => near,
        },
        body,
      )
      const received = await text(answer)
      return {
        status: answer.statusCode ?? 0,
        headers: headersOf(answer),
        body: received,
        durationMs: performance.now() - started,
      }
    } catch (cause) {
      if (cause instanceof ServiceError) throw cause
      throw new ServiceError('error.unavailable', 'The request was not answered', { cause })
    } finally {
      near.destroy()
      far.destroy()
    }
  }
}

function send(options: RequestOptions, body: string | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    try {
      httpRequest(options).once('response', resolve).once('error', reject).end(body)
    } catch {
      // A header invalid in HTTP is never sent.
      reject(
        validationError([
          {
            field: 'idempotencyKey',
            message: 'Must be 1 to 255 visible ASCII characters',
            problem: { code: 'visible_ascii' },
          },
        ]),
      )
    }
  })
}

function headersOf({ rawHeaders }: IncomingMessage): ConsoleAnswer['headers'] {
  const headers: ConsoleAnswer['headers'] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = [rawHeaders[index], rawHeaders[index + 1]]
    if (!HOP_BY_HOP.has(name.toLowerCase())) headers.push({ name, value })
  }
  return headers
}
