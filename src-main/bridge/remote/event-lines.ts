import { LIVE_EVENTS, type LiveEvent } from '../../domain/desk/live-event.ts'

/** Larger than any event; a service that sends more is cut off. */
const LONGEST_EVENT = 1024 * 1024

/** What the app tells its own window; no service may. */
const OWN: ReadonlySet<string> = new Set(['place.asked', 'services.changed'])

/** Reads `text/event-stream`: the name of each event, and the event itself if it is one of a service. */
export async function* readEvents(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ name: string; event: LiveEvent | null }> {
  const decoder = new TextDecoder()
  let pending = ''
  for await (const chunk of chunks) {
    pending += decoder.decode(chunk, { stream: true })
    const blocks = pending.split('\n\n')
    pending = blocks.pop() ?? ''
    if (pending.length > LONGEST_EVENT) return
    for (const block of blocks) {
      const name = /^event: (.*)$/m.exec(block)?.[1] ?? 'message'
      yield { name, event: eventOf(name, /^data: (.*)$/m.exec(block)?.[1] ?? '') }
    }
  }
}

function eventOf(name: string, data: string): LiveEvent | null {
  if (!Object.hasOwn(LIVE_EVENTS, name) || OWN.has(name)) return null
  try {
    const parsed = LIVE_EVENTS[name as LiveEvent['name']].safeParse(JSON.parse(data))
    return parsed.success ? ({ name, data: parsed.data } as LiveEvent) : null
  } catch {
    return null
  }
}
