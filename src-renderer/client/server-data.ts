import type { CallInput, CallOutput, CallResult, CrossedError } from '../../src-preload/contract.ts'
import type { PageCallName } from '../../src-preload/contract.ts'
import { text } from '../locales/messages.ts'
import { unreachable, type HostClient } from './host-client.ts'

/** What is known of one question to the service. */
export interface Answer<Value> {
  value: Value | undefined
  error: CrossedError | null
  loading: boolean
}

/** Answers of the service, kept by call and input. */
export interface ServerData {
  /** The answer known so far, or null while nobody asked. The same object until it changes. */
  get<Name extends PageCallName>(name: Name, input: CallInput<Name>): Answer<CallOutput<Name>> | null
  /** Asks, unless a fresh answer is there or on its way; `force` asks although one is there. */
  load<Name extends PageCallName>(name: Name, input: CallInput<Name>, force?: boolean): void
  /** Forgets the answers of these calls (or of all); those on screen are asked for again. */
  invalidate(names?: readonly PageCallName[]): void
  subscribe: (listener: () => void) => () => void
}

interface Entry {
  name: PageCallName
  answer: Answer<unknown>
  answeredAt: number
}

/** An answer this young is shown without asking again: going back and forth between pages costs nothing. */
const FRESH_MS = 5_000
const MAXIMUM_ENTRIES = 100

export function createServerData(client: HostClient, now: () => number = () => performance.now()): ServerData {
  const entries = new Map<string, Entry>()
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const put = (key: string, entry: Entry) => {
    entries.delete(key)
    entries.set(key, entry)
    for (const oldest of entries.keys()) {
      if (entries.size <= MAXIMUM_ENTRIES) break
      entries.delete(oldest)
    }
    tell()
  }
  const isFresh = ({ answer, answeredAt }: Entry) => answer.error === null && now() - answeredAt < FRESH_MS
  const ask = async (key: string, asked: Entry, call: Promise<CallResult<PageCallName>>) => {
    const result = await settle(call)
    // Forgotten meanwhile: this may be an answer from before a change.
    if (entries.get(key) !== asked) return
    const answer = result.ok ? { value: result.value, error: null, loading: false } : { value: undefined, error: result.error, loading: false }
    put(key, { name: asked.name, answer, answeredAt: now() })
  }
  return {
    get: <Name extends PageCallName>(name: Name, input: CallInput<Name>) => (entries.get(keyOf(name, input))?.answer ?? null) as Answer<CallOutput<Name>> | null,
    load: (name, input, force = false) => {
      const key = keyOf(name, input)
      const known = entries.get(key)
      if (known !== undefined && (known.answer.loading || (!force && isFresh(known)))) return
      const asked: Entry = { name, answer: { value: known?.answer.value, error: null, loading: true }, answeredAt: 0 }
      put(key, asked)
      void ask(key, asked, client.call(name, input))
    },
    invalidate: (names) => {
      for (const [key, entry] of entries) {
        if (names === undefined || names.includes(entry.name)) entries.delete(key)
      }
      tell()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

async function settle<Name extends PageCallName>(call: Promise<CallResult<Name>>): Promise<CallResult<Name>> {
  try {
    return await call
  } catch {
    return unreachable(text('error.connection'))
  }
}

/** Input objects are written in one place per call, so the order of their fields is stable. */
function keyOf(name: PageCallName, input: unknown): string {
  return `${name} ${JSON.stringify(input)}`
}
