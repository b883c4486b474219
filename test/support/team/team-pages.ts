import { createServer } from 'node:http'
import { once } from 'node:events'
import { Agent, request } from 'undici'
import { createBridge } from '../../../src-main/bridge/bridge.ts'
import { createPageTransport } from '../../../src-main/headless/page/page-transport.ts'
import type { CallInput, CallName, CallOutput, CallResult } from '../../../src-preload/contract.ts'
import { openTestEngine, type TestEngine } from '../engine.ts'
import { sendRequest, type Reply } from '../http/http-client.ts'
import { bring, type Somebody } from './people.ts'

/** A page on which a person is signed in. */
export interface SignedInPage {
  readonly personId: string
  readonly sessionId: string
  /** What a call sends to prove who makes it. */
  readonly headers: Record<string, string>
  call<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallResult<Name>>
  /** The value of a call that must succeed. */
  value<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>>
  /** The code of a call's refusal; null if it is not refused. */
  refusal<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<string | null>
  /** Opens the event stream and waits for its beginning. */
  listen(): Promise<PageStream>
}

/** The events of one page. */
interface PageStream {
  /** All events until the stream ends, heartbeats aside. */
  untilEnd(): Promise<string[]>
  /** All events up to the first of this name. */
  until(name: string): Promise<string[]>
  drop(): void
}

/** One service with several people, each on a page of their own. */
export interface Team {
  readonly test: TestEngine
  readonly origin: string
  /** Invites somebody, lets them come, and signs them in. */
  join(somebody: Somebody): Promise<SignedInPage>
  signIn(personId: string, device?: string): Promise<SignedInPage>
  send(method: string, path: string, options: { body?: unknown; headers?: Record<string, string> }): Promise<Reply>
  close(): Promise<void>
}

export async function openTeam(): Promise<Team> {
  const test = await openTestEngine()
  const bridge = createBridge({
    engine: () => test.engine,
    host: {
      baseUrl: () => null,
      issueLoginLink: () => null,
      restore: () => Promise.reject(new Error('no restore here')),
    },
  })
  let origin = ''
  const transport = createPageTransport({
    engine: () => test.engine,
    bridge: () => bridge,
    live: { on: (listener) => test.engine.onLive(listener) },
    rendererDir: test.dataDir,
    origin: () => origin,
  })
  const server = createServer(transport).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  origin = `http://127.0.0.1:${port}`
  const agent = new Agent()
  const send: Team['send'] = (method, path, options) => sendRequest(agent, origin, method, path, options)

  const pageOf = (personId: string, sessionId: string, headers: Record<string, string>): SignedInPage => {
    const call = async <Name extends CallName>(name: Name, input: CallInput<Name>) =>
      (await send('POST', `/bridge/call/${name}`, { body: input, headers })).body as CallResult<Name>
    return {
      personId,
      sessionId,
      headers,
      call,
      value: async (name, input) => {
        const result = await call(name, input)
        if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.error)}`)
        return result.value
      },
      refusal: async (name, input) => {
        const result = await call(name, input)
        return result.ok ? null : result.error.code
      },
      listen: async () => {
        const { body } = await request(`${origin}/bridge/events`, { headers, dispatcher: agent })
        const stream = readStream(body)
        await stream.until('ready')
        return stream
      },
    }
  }
  const signIn = async (personId: string, device = 'Firefox on Linux'): Promise<SignedInPage> => {
    const { id, cookie, proof } = await test.engine.sessions.open(personId, device)
    return pageOf(personId, id, {
      cookie: `fuelcard_session_${port}=${cookie}`,
      'x-fuelcard-session': proof,
      origin,
    })
  }
  return {
    test,
    origin,
    signIn,
    join: async (somebody) => signIn(await bring(test.engine, somebody)),
    send,
    close: async () => {
      transport.close()
      server.closeAllConnections()
      server.close()
      await agent.close()
      await test.close()
    },
  }
}

function readStream(body: AsyncIterable<Buffer> & { destroy(): unknown }): PageStream {
  const chunks = body[Symbol.asyncIterator]()
  let pending = ''
  const next = async (): Promise<string | null> => {
    for (;;) {
      const end = pending.indexOf('\n\n')
      if (end >= 0) {
        const event = pending.slice(0, end)
        pending = pending.slice(end + 2)
        if (!event.startsWith('event: heartbeat')) return event
        continue
      }
      const { done, value } = await chunks.next()
      if (done === true) return null
      pending += value.toString('utf8')
    }
  }
  const read = async (isLast: (event: string) => boolean): Promise<string[]> => {
    const events: string[] = []
    for (let event = await next(); event !== null; event = await next()) {
      events.push(event)
      if (isLast(event)) break
    }
    return events
  }
  return {
    untilEnd: () => read(() => false),
    until: (name) => read((event) => event.startsWith(`event: ${name}\n`)),
    drop: () => body.destroy(),
  }
}
