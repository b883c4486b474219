import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { LinkView } from '../../domain/desk/connected-services.ts'
import type { LiveEvent } from '../../domain/desk/live-event.ts'
import { CONTRACT_HEADER, skewOf } from '../../domain/desk/contract-version.ts'
import { ServiceError, type ErrorCode } from '../../domain/errors.ts'
import { CONTRACT, type CallName, type CallResult } from '../../../src-preload/contract.ts'
import type { KnownService } from './known-services.ts'
import { createRemoteCalls } from './remote-calls.ts'
import { readEvents } from './event-lines.ts'
import { openServiceRequests, type ServiceRequests } from './service-requests.ts'

/** The connection of an app to the service that it shows. */
export interface ServiceLink {
  /** Never rejects. While the service is out of reach, every call is `error.offline` at once. */
  call(name: string, input: unknown, signal?: AbortSignal): Promise<CallResult<CallName>>
  state(): LinkView
  close(): Promise<void>
}

export interface ServiceLinkOptions {
  service: KnownService
  /** The app's version of the contract. */
  contract: string
  onEvent: (event: LiveEvent) => void
  onState: () => void
}

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
/** What a refusal of the event stream means; anything else is tried again. */
const FINAL: Partial<Record<number, LinkView['state']>> = { 401: 'signed_out', 426: 'skew' }
const STATE_OF: Partial<Record<ErrorCode, LinkView['state']>> = {
  'error.offline': 'offline',
  'error.signed_out': 'signed_out',
}

export function openServiceLink({ service, contract, onEvent, onState }: ServiceLinkOptions): ServiceLink {
  const requests = openServiceRequests({ address: service.address, contract, extraCa: service.extraCa })
  const ended = new AbortController()
  let link: LinkView = {
    state: 'connecting',
    message: null,
    since: new Date().toISOString(),
    update: null,
    lacks: [],
  }
  let stream = new AbortController()
  let lacks: ReadonlySet<string> = new Set()
  const calls = createRemoteCalls(requests, {
    token: service.token,
    contract,
    lacks: (name) => lacks.has(name),
  })
  const set = (state: LinkView['state'], message: string | null = null, update: LinkView['update'] = null) => {
    const since = link.state === state ? link.since : new Date().toISOString()
    const next = { state, message, since, update, lacks: [...lacks] }
    if (ended.signal.aborted || isDeepStrictEqual(next, link)) return
    link = next
    onState()
  }

  /** Reads events until the stream breaks. @returns whether to try again */
  const follow = async (onReady: () => void): Promise<boolean> => {
    stream = new AbortController()
    const { status, headers, chunks } = await requests.stream({
      path: '/bridge/events',
      token: service.token,
      signal: AbortSignal.any([ended.signal, stream.signal]),
    })
    const final = FINAL[status]
    if (status !== 200) {
      const { message, update } = await refusalIn(chunks)
      if (final === undefined) throw new ServiceError('error.offline', `${service.name} answers with ${status}`)
      set(final, message, update)
      return false
    }
    lacks = await lackedBy(requests, service.token, headers[CONTRACT_HEADER], contract)
    for await (const { name, event } of readEvents(chunks)) {
      if (name === 'ready') {
        onReady()
        set('connected')
      }
      if (event !== null) onEvent(event)
    }
    return true
  }
  const run = async () => {
    let pauseMs = FIRST_PAUSE_MS
    while (!ended.signal.aborted) {
      try {
        if (!(await follow(() => (pauseMs = FIRST_PAUSE_MS)))) return
        set('offline')
      } catch (error) {
        set('offline', error instanceof ServiceError ? error.message : null)
      }
      await sleep(pauseMs, undefined, { signal: ended.signal }).catch(() => {})
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    }
  }
  void run()

  return {
    state: () => link,
    call: async (name, input, signal) => {
      if (link.state === 'offline') return refusal('error.offline', link.message)
      const result = await calls.call(name, input, signal)
      if (!result.ok) {
        const state = STATE_OF[result.error.code]
        if (state !== undefined) set(state, result.error.message)
        // The stream may not have noticed yet.
        if (state !== undefined) stream.abort()
      }
      return result
    },
    close: async () => {
      ended.abort()
      await requests.close()
    },
  }
}

/** What a service refuses a stream with. */
async function refusalIn(chunks: AsyncIterable<Uint8Array>): Promise<Pick<LinkView, 'message' | 'update'>> {
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) if (parts.push(chunk) >= LONGEST_REFUSAL_CHUNKS) break
  const refused = refusedSchema.safeParse(jsonOf(Buffer.concat(parts).toString()))
  if (!refused.success) return { message: null, update: null }
  const { message, reason } = refused.data.error
  return { message, update: reason === 'update_app' ? 'app' : reason === 'update_service' ? 'service' : null }
}

const LONGEST_REFUSAL_CHUNKS = 16
const refusedSchema = z.object({ error: z.object({ message: z.string(), reason: z.string().optional() }) })

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

/** The calls that a service of an earlier version does not have. */
async function lackedBy(
  requests: ServiceRequests,
  token: string,
  version: string | string[] | undefined,
  contract: string,
): Promise<ReadonlySet<string>> {
  if (typeof version !== 'string' || skewOf(contract, version) !== 'older') return new Set()
  const { body } = await requests.post({
    path: '/bridge/contract',
    body: '{}',
    contentType: 'application/json',
    token,
    totalMs: 30_000,
  })
  const offered = offeredSchema.safeParse(body)
  return new Set(offered.success ? Object.keys(CONTRACT) : []).difference(new Set(offered.data?.value.calls))
}

const offeredSchema = z.object({ value: z.object({ calls: z.array(z.string()).max(10_000) }) })

function refusal(code: ErrorCode, message: string | null): CallResult<CallName> {
  return { ok: false, error: { code, message: message ?? new ServiceError(code).message, requestId: '' } }
}
