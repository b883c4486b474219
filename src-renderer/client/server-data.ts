import type { CallInput, CallOutput, CallResult, CrossedError } from '../../src-preload/contract.ts'
import type { PageCallName } from '../../src-preload/contract.ts'
import { text } from '../locales/messages.ts'
import { holdBack, keepSame } from './held-back.ts'
import { isAway, unreachable, type HostClient } from './host-client.ts'

/** What is known of one query. */
interface QueryState<Value> {
  value: Value | undefined
  error: CrossedError | null
  loading: boolean
  /** How many rows would appear, disappear or move if the newer result were shown; 0 without one. */
  changed: number
}

/**
 * What a reported change does to a result on screen: `refresh` requests and shows the newer one quietly; `hold` does
 * the same, but keeps rows from moving under the pointer until `show`.
 */
export type LiveMode = 'refresh' | 'hold'

/**
 * Results of queries, kept by call and input.
 *
 * Not TanStack Query: it weighs 12 kB gzipped, this file and `held-back.ts` weigh 1.7, and it would replace little of
 * them. They hold newer rows back under the pointer and count them; a change outdates results by project, environment
 * and row; those on screen refresh quietly, at most once a second, and survive a disconnect.
 */
export interface ServerData {
  /** The state so far, or null before the first request. The same object until it changes. */
  get<Name extends PageCallName>(name: Name, input: CallInput<Name>): QueryState<CallOutput<Name>> | null
  /** Asks, unless a fresh result is here or on its way; `force` asks even so. */
  load<Name extends PageCallName>(name: Name, input: CallInput<Name>, force?: boolean): void
  /** Marks this result as on screen, with its mode; returns a function that ends that. */
  watch<Name extends PageCallName>(name: Name, input: CallInput<Name>, mode: LiveMode): () => void
  /** Outdates results: the ones on screen stay and refresh, others when next shown. */
  outdate(concerns: (name: PageCallName, input: Readonly<Record<string, unknown>>) => boolean): void
  /** Shows the newer result that was held back. */
  show<Name extends PageCallName>(name: Name, input: CallInput<Name>): void
  /** Drops the results of these calls, or all; the ones on screen are requested again. */
  invalidate(names?: readonly PageCallName[]): void
  subscribe: (listener: () => void) => () => void
}

interface Entry {
  name: PageCallName
  input: Readonly<Record<string, unknown>>
  state: QueryState<unknown>
  answeredAt: number
  askedAt: number
  /** Of several requests under way, only the last one counts. */
  asked: number
  /** A quiet refresh is under way. */
  quiet: boolean
  /** Something changed since the request. */
  outdated: boolean
  timer: ReturnType<typeof setTimeout> | undefined
  /** The newer result, held back. */
  held: { value: unknown } | null
  /** How often all watchers have left. */
  visit: number
}

/** A result this young is not requested again: going back and forth between pages costs nothing. */
const FRESH_MS = 5_000
const MAXIMUM_ENTRIES = 100
/** However many changes come, each query refreshes at most this often. */
const REFRESH_MS = 1_000

export function createServerData(
  client: Pick<HostClient, 'call'>,
  now: () => number = () => performance.now(),
): ServerData {
  const entries = new Map<string, Entry>()
  const watchers = new Map<string, LiveMode[]>()
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  const keep = (key: string, entry: Entry) => {
    entries.delete(key)
    entries.set(key, entry)
    for (const [oldest, { timer }] of entries) {
      if (entries.size <= MAXIMUM_ENTRIES) break
      if (watchers.has(oldest)) continue
      clearTimeout(timer)
      entries.delete(oldest)
    }
  }
  const put = (key: string, entry: Entry, state: QueryState<unknown>) => {
    entry.state = state
    keep(key, entry)
    notify()
  }
  const isFresh = ({ state, answeredAt, outdated }: Entry) =>
    state.error === null && !outdated && now() - answeredAt < FRESH_MS
  const ask = async (key: string, entry: Entry, take: (result: CallResult<PageCallName>) => void) => {
    entry.outdated = false
    entry.askedAt = now()
    const asked = (entry.asked += 1)
    const result = await settle(client.call(entry.name, entry.input as never))
    // Dropped or requested again meanwhile: this result may predate a change.
    if (entries.get(key) !== entry || entry.asked !== asked) return
    entry.quiet = false
    if (result.ok) entry.answeredAt = now()
    take(result)
    if (entry.outdated) refresh(key, entry)
  }
  const askQuietly = (key: string, entry: Entry) => {
    entry.quiet = true
    const { visit } = entry
    void ask(key, entry, (result) => {
      const { value } = entry.state
      if (!result.ok) {
        // While the service is away, an old result is better than none; it refreshes on reconnect.
        if (result.error.code === 'error.unavailable' || isAway(result.error)) entry.outdated = false
        else put(key, entry, { value: undefined, error: result.error, loading: false, changed: 0 })
        return
      }
      const holds = value !== undefined && entry.visit === visit && (watchers.get(key)?.includes('hold') ?? false)
      const { value: shown, changed } = holds
        ? holdBack<unknown>(value, result.value)
        : { value: keepSame<unknown>(value, result.value), changed: 0 }
      entry.held = changed > 0 ? { value: result.value } : null
      if (shown !== value || changed !== entry.state.changed || entry.state.error !== null)
        put(key, entry, { value: shown, error: null, loading: false, changed })
    })
  }
  const showHeld = (key: string, entry: Entry) => {
    if (entry.held === null) return
    const { value } = entry.held
    entry.held = null
    put(key, entry, { value, error: null, loading: entry.state.loading, changed: 0 })
  }
  /** Refreshes what is on screen, now or as soon as the interval allows. */
  const refresh = (key: string, entry: Entry) => {
    if (!watchers.has(key) || entry.quiet || entry.state.loading || entry.timer !== undefined) return
    const go = () => {
      entry.timer = undefined
      if (entries.get(key) === entry && entry.outdated && watchers.has(key)) askQuietly(key, entry)
    }
    const waitMs = entry.askedAt + REFRESH_MS - now()
    if (waitMs <= 0) go()
    else entry.timer = setTimeout(go, waitMs)
  }
  const load: ServerData['load'] = (name, input, force = false) => {
    const key = keyOf(name, input)
    const entry = entries.get(key) ?? {
      name,
      input,
      state: UNKNOWN,
      answeredAt: Number.NEGATIVE_INFINITY,
      askedAt: 0,
      asked: 0,
      quiet: false,
      outdated: false,
      timer: undefined,
      held: null,
      visit: 0,
    }
    if (entry.state.loading || (!force && (isFresh(entry) || (entry.quiet && entry.state.error === null)))) return
    put(key, entry, entry.state.value === undefined ? WAITING : { ...entry.state, error: null, loading: true })
    void ask(key, entry, (result) => {
      entry.held = null
      put(
        key,
        entry,
        result.ok
          ? { value: keepSame<unknown>(entry.state.value, result.value), error: null, loading: false, changed: 0 }
          : {
              value: isAway(result.error) ? entry.state.value : undefined,
              error: result.error,
              loading: false,
              changed: 0,
            },
      )
    })
  }
  return {
    get: <Name extends PageCallName>(name: Name, input: CallInput<Name>) =>
      (entries.get(keyOf(name, input))?.state ?? null) as QueryState<CallOutput<Name>> | null,
    load,
    watch: (name, input, mode) => {
      const key = keyOf(name, input)
      watchers.set(key, [...(watchers.get(key) ?? []), mode])
      return () => {
        const left = watchers.get(key) ?? []
        left.splice(left.indexOf(mode), 1)
        if (left.length > 0) return
        watchers.delete(key)
        const entry = entries.get(key)
        if (entry === undefined) return
        // Somebody who comes back has nothing under the pointer yet.
        entry.visit += 1
        showHeld(key, entry)
      }
    },
    outdate: (concerns) => {
      for (const [key, entry] of entries) {
        if (!concerns(entry.name, entry.input)) continue
        entry.outdated = true
        refresh(key, entry)
      }
    },
    show: (name, input) => {
      const key = keyOf(name, input)
      const entry = entries.get(key)
      if (entry !== undefined) showHeld(key, entry)
    },
    invalidate: (names) => {
      const dropped = [...entries].filter(([, { name }]) => names === undefined || names.includes(name))
      for (const [key, { timer }] of dropped) {
        clearTimeout(timer)
        entries.delete(key)
      }
      for (const [key, { name, input }] of dropped) if (watchers.has(key)) load(name, input as never)
      notify()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const UNKNOWN: QueryState<unknown> = { value: undefined, error: null, loading: false, changed: 0 }
/** Nothing is known, and the first answer is to come. One object, so that asking alone draws nothing again. */
export const WAITING: QueryState<never> = { value: undefined, error: null, loading: true, changed: 0 }

async function settle<Name extends PageCallName>(call: Promise<CallResult<Name>>): Promise<CallResult<Name>> {
  try {
    return await call
  } catch {
    return unreachable(text('error.connection'))
  }
}

/** Each call's input is built in one place, so the order of its fields is stable. */
function keyOf(name: PageCallName, input: unknown): string {
  return `${name} ${JSON.stringify(input)}`
}
