import type { ServerResponse } from 'node:http'
import type { Fate } from './faults.ts'

export interface PortalResponse {
  status: number
  body: object
  headers?: Readonly<Record<string, string>>
}

/** Sends a response, distorted as its fate says. */
export function send(response: ServerResponse, answer: PortalResponse, fate: Fate['after'] = null): void {
  if (response.destroyed || response.headersSent) return
  if (fate === 'drop') {
    response.destroy()
    return
  }
  if (typeof fate === 'object' && fate !== null) {
    sendHuge(response, fate.hugeBytes)
    return
  }
  const text =
    fate === 'wrongJson'
      ? '{"cards": [{"providerCardId": '
      : JSON.stringify(fate === 'wrongShape' ? { items: [], total: 0 } : answer.body)
  response.writeHead(answer.status, {
    'Content-Type': fate === 'wrongType' ? 'text/html' : 'application/json',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    ...answer.headers,
  })
  if (fate === 'half') response.write(text.slice(0, text.length / 2), () => response.destroy())
  else if (fate === 'stall') response.write(text.slice(0, text.length / 2))
  else response.end(text)
}

const CHUNK = Buffer.alloc(64 * 1024, ' ')

/** Valid JSON (white space within an array), but far too much of it. Stops when the client disconnects. */
function sendHuge(response: ServerResponse, bytes: number): void {
  response.writeHead(200, { 'Content-Type': 'application/json' })
  response.write('{"cards":[')
  let left = bytes
  const pump = () => {
    while (left > 0 && !response.destroyed) {
      left -= CHUNK.length
      if (!response.write(CHUNK)) {
        response.once('drain', pump)
        return
      }
    }
    if (!response.destroyed) response.end('],"nextCursor":null,"complete":true}')
  }
  pump()
}
