import {
  createContext,
  useContext,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import type { CallInput, CallOutput, CrossedError } from '../../src-preload/contract.ts'
import type { PageCallName } from '../../src-preload/contract.ts'
import { isAway, type Connection, type HostClient } from './host-client.ts'
import { notingRefusals } from './second-person.ts'
import { followLive } from './live-refresh.ts'
import { createServerData, WAITING, type LiveMode, type ServerData } from './server-data.ts'
import { useSame } from './use-same.ts'

interface Service {
  client: HostClient
  data: ServerData
}

const ServiceContext = createContext<Service | null>(null)

export function ServiceProvider({ client, children }: { client: HostClient; children: ReactNode }) {
  const [service] = useState(() => {
    const noting = notingRefusals(client)
    const data: ServerData = createServerData(noting)
    return { client: noticing(noting, () => data.invalidate(['profile.get', 'projects.list'])), data }
  })
  useEffect(() => {
    let before = client.connection().state
    return client.onConnection(() => {
      const { state } = client.connection()
      // Changes while disconnected went unseen.
      if (state === 'connected' && (before === 'reconnecting' || before === 'offline')) service.data.invalidate()
      before = state
    })
  }, [client, service])
  useEffect(() => followLive(client, service.data), [client, service])
  return <ServiceContext value={service}>{children}</ServiceContext>
}

/** A role that has changed meanwhile shows in a refusal: then the page asks anew what the person may do. */
function noticing(client: HostClient, onRefused: () => void): HostClient {
  return {
    ...client,
    call: async (name, input) => {
      const result = await client.call(name, input)
      if (!result.ok && result.error.code === 'error.forbidden' && result.error.reason === 'role') onRefused()
      return result
    },
  }
}

/** The client and the results kept so far. */
export function useService(): Service {
  const service = useContext(ServiceContext)
  if (service === null) throw new Error('There is no ServiceProvider above this component')
  return service
}

export function useConnection(): Connection {
  const { client } = useService()
  return useSyncExternalStore(client.onConnection, client.connection)
}

export interface Query<Value> {
  /** The newest result; while the next one loads, the previous one. */
  value: Value | undefined
  /** `value` is the result of an earlier input. */
  isPrevious: boolean
  error: CrossedError | null
  loading: boolean
  reload: () => void
  /** With `live: 'hold'`: how many rows showing the newer result would add, remove or move. */
  changed: number
  /** Shows the newer result. */
  show: () => void
}

/**
 * Runs a query and shows its previous result until the next one arrives. On screen it stays current: whatever the
 * service reports as changed is quietly requested again, at most once a second, without flicker.
 *
 * A list with rows to click passes `live: 'hold'`: rows that keep their place are updated there; rows that would
 * appear, disappear or move wait, are counted in `changed`, and come in with `show` (see `ChangedPill`).
 *
 * What costs the service more than the screen is worth is asked for once the screen is `ready`.
 *
 * @example
 * const { value, changed, show } = useQuery('cards.list', input, { live: 'hold' })
 * <ChangedPill changed={changed} onShow={show} />
 */
export function useQuery<Name extends PageCallName>(
  name: Name,
  asked: CallInput<Name>,
  { live = 'refresh', ready = true }: { live?: LiveMode; ready?: boolean } = {},
): Query<CallOutput<Name>> {
  const { data } = useService()
  const input = useSame(asked)
  const state = useSyncExternalStore(data.subscribe, () => data.get(name, input) ?? WAITING)
  const [latest, setLatest] = useState<CallOutput<Name> | undefined>(state.value)
  const current = state.value
  if (current !== undefined && current !== latest) setLatest(() => current)

  // On a screen that opens again, a result may be old, or outdated while nobody looked. The question goes out before
  // anything measures or scrolls what was drawn.
  useLayoutEffect(() => {
    if (ready) data.load(name, input)
  }, [data, name, input, ready])
  useLayoutEffect(() => data.watch(name, input, live), [data, name, input, live])

  const problem = state.error
  // While the service is away, the last result stays; the shell says why.
  const error = problem !== null && latest !== undefined && isAway(problem) ? null : problem
  return {
    value: error === null ? (current ?? latest) : undefined,
    isPrevious: current === undefined,
    error,
    loading: state.loading,
    reload: () => data.load(name, input, true),
    changed: state.changed,
    show: () => data.show(name, input),
  }
}
