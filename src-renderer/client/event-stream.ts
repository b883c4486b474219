import { sessionHeader } from './http-session.ts'

export interface StreamEvent {
  name: string
  data: unknown
}

/** A stream silent for this many heartbeats is dead, even if the socket looks open. */
const MISSED_BEATS = 3
const FIRST_BEAT_MS = 10_000

/**
 * Reads the service's events until the stream ends, with `fetch` since an EventSource cannot send the proof (the
 * session's header, required in addition to its cookie).
 *
 * @returns `refused` when the session is not accepted, else `ended`
 */
export async function readEvents(
  proof: string,
  onEvent: (event: StreamEvent) => void,
  signal: AbortSignal,
): Promise<'refused' | 'ended'> {
  const silence = new AbortController()
  let allowedMs = FIRST_BEAT_MS
  let timer = setTimeout(() => silence.abort(), allowedMs)
  try {
    const response = await fetch('/bridge/events', {
      headers: sessionHeader(proof),
      credentials: 'same-origin',
      signal: AbortSignal.any([signal, silence.signal]),
    })
    if (response.status === 401) return 'refused'
    if (!response.ok || response.body === null) return 'ended'
    for await (const event of parseEvents(response.body)) {
      if (event.name === 'ready') allowedMs = heartbeatOf(event.data) * MISSED_BEATS
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), allowedMs)
      onEvent(event)
    }
    return 'ended'
  } catch {
    return 'ended'
  } finally {
    clearTimeout(timer)
  }
}

function heartbeatOf(ready: unknown): number {
  const { heartbeatMs } = ready as { heartbeatMs?: unknown }
  return typeof heartbeatMs === 'number' ? heartbeatMs : FIRST_BEAT_MS
}

/** Splits `text/event-stream` into events; the service writes one `event:` and one `data:` line each. */
async function* parseEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let pending = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    pending += decoder.decode(value, { stream: true })
    const blocks = pending.split('\n\n')
    pending = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = new Map(
        block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      )
      const data = fields.get('data')
      if (data !== undefined) yield { name: fields.get('event') ?? 'message', data: JSON.parse(data) as unknown }
    }
  }
}
