import type { ServerResponse } from 'node:http'
import type { Fate } from './faults.ts'

export interface Answer {
  status: number
  body: object
  headers?: Readonly<Record<string, string>>
}

/** Sends an answer, or what its fate makes of it. */
export function send(response: ServerResponse, answer: Answer, fate: Fate['after'] = null): void {
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

/** White space within an array is JSON as well: only the size is wrong. Stops when the reader leaves. */
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
