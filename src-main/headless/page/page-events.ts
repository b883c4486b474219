import type { ServerResponse } from 'node:http'
import type { LiveEvent } from '../../domain/desk/live-event.ts'
import { maySee } from '../../bridge/live-filter.ts'
import type { CallPerson } from '../../domain/people/caller.ts'
import type { LiveFeed } from '../../bridge/live-feed.ts'
import { HARDENING_HEADERS } from '../../bridge/renderer-files.ts'
import { contractHeader } from './app-requests.ts'

/** The open event streams of all pages. */
export interface PageEvents {
  /** Turns the response into a stream: `ready`, then live events and heartbeats. */
  open(session: StreamSession, response: ServerResponse, ready: { version: string }): void
  /** Call when a person uses the session: a stream alone does not keep it alive. */
  noteUse(sessionId: string): void
  closeSession(sessionId: string): void
  /** Asks all pages to connect again, to the next start of the service or to another instance. */
  closeAll(): void
}

/** Whose stream it is, and what they could see when it was opened. */
interface StreamSession {
  id: string
  person: CallPerson
}

interface Stream {
  sessionId: string
  person: CallPerson
  response: ServerResponse
  timer: NodeJS.Timeout
}

/** As in page-sessions.ts: a session without a call for 12 hours has ended. */
const SESSION_IDLE_MS = 12 * 60 * 60 * 1000

/** A page with this much unread has stopped reading: it is disconnected, reconnects by itself and reloads its data. */
const MOST_UNREAD_BYTES = 256 * 1024

export function createPageEvents(heartbeatMs: number, now: () => number, live: Pick<LiveFeed, 'on'>): PageEvents {
  const streams = new Set<Stream>()
  let unsubscribe: (() => void) | null = null
  const lastUse = new Map<string, number>()
  const close = (stream: Stream) => {
    clearInterval(stream.timer)
    streams.delete(stream)
    if (streams.size === 0) {
      unsubscribe?.()
      unsubscribe = null
    }
    stream.response.end()
    if (![...streams].some((other) => other.sessionId === stream.sessionId)) lastUse.delete(stream.sessionId)
  }
  const beat = (stream: Stream) => {
    const idleMs = now() - (lastUse.get(stream.sessionId) ?? 0)
    // A page that does not read (a sleeping computer) is disconnected; it reconnects by itself.
    if (idleMs > SESSION_IDLE_MS || stream.response.writableNeedDrain) close(stream)
    else write(stream.response, 'heartbeat', {})
  }
  /** Serialised once for all pages. */
  const sendAll = (event: LiveEvent) => {
    const text = eventText(event.name, event.data)
    for (const stream of streams) {
      if (event.name === 'people.changed' && event.data.personId === stream.person.id) {
        // What they may see has changed: the page reconnects if it still may, and reloads its data.
        write(stream.response, 'reconnect', {})
        close(stream)
        continue
      }
      if (!maySee(stream.person, event)) continue
      if (stream.response.writableLength > MOST_UNREAD_BYTES) stream.response.destroy()
      else stream.response.write(text)
    }
  }
  return {
    open: ({ id: sessionId, person }, response, ready) => {
      response.writeHead(200, {
        ...HARDENING_HEADERS,
        'Cache-Control': 'no-store',
        'Content-Type': 'text/event-stream; charset=utf-8',
        ...contractHeader(ready),
      })
      const stream: Stream = { sessionId, person, response, timer: setInterval(() => beat(stream), heartbeatMs) }
      streams.add(stream)
      lastUse.set(sessionId, now())
      response.on('close', () => close(stream))
      unsubscribe ??= live.on(sendAll)
      write(response, 'ready', { ...ready, heartbeatMs })
    },
    noteUse: (sessionId) => {
      if (lastUse.has(sessionId)) lastUse.set(sessionId, now())
    },
    closeSession: (sessionId) => {
      for (const stream of streams) if (stream.sessionId === sessionId) close(stream)
    },
    closeAll: () => {
      for (const stream of streams) {
        write(stream.response, 'reconnect', {})
        close(stream)
      }
    },
  }
}

function write(response: ServerResponse, event: string, data: unknown): void {
  response.write(eventText(event, data))
}

function eventText(event: string, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
