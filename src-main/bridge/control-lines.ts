import type { Socket } from 'node:net'
import { StringDecoder } from 'node:string_decoder'

/**
 * Calls `onLine` for each line; one longer than `maximumLength` characters, or not JSON, goes to `onBadLine` and ends
 * the reading.
 */
export function readJsonLines(
  socket: Socket,
  maximumLength: number,
  onLine: (value: unknown) => void,
  onBadLine: (reason: string) => void,
): void {
  const decoder = new StringDecoder('utf8')
  let parts: string[] = []
  let length = 0
  let bad = false
  const fail = (reason: string) => {
    bad = true
    parts = []
    onBadLine(reason)
  }
  const take = (text: string): boolean => {
    length += text.length
    if (length > maximumLength) {
      fail('The line is too long')
      return false
    }
    parts.push(text)
    return true
  }
  socket.on('data', (chunk) => {
    if (bad) return
    const [first = '', ...rest] = decoder.write(chunk).split('\n')
    if (!take(first)) return
    for (const next of rest) {
      const line = parts.join('')
      parts = []
      length = 0
      const parsed = parseJson(line)
      if (parsed === undefined) return fail('The line is not JSON')
      onLine(parsed)
      if (!take(next)) return
    }
  })
}

export function writeJsonLine(socket: Socket, value: unknown): void {
  if (socket.writable) socket.write(`${JSON.stringify(value)}\n`)
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line) as unknown
  } catch {
    return undefined
  }
}
