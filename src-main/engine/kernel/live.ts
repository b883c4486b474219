import type { EnvironmentName } from '../../domain/environment-name.ts'
import type { LiveEvent, LiveEventName } from '../../domain/desk/live-event.ts'
import type { ChangeNote } from '../../database/change-notes.ts'
import type { ControlSchema } from '../../database/schema.ts'
import type { Store } from '../../database/store.ts'
import { createLiveRelay } from './live-relay.ts'
import type { Logger } from './ports.ts'

export type LiveListener = (event: LiveEvent) => void

/** Its commits are published: the control core or an environment's core. */
type LiveSource = { database: Pick<Store<never>, 'onChanges'> } | LiveEnvironment
interface LiveEnvironment {
  readonly name: EnvironmentName
  readonly database: Pick<Store<never>, 'onChanges'>
  projectIdOf(projectKey: number): Promise<string>
}

/** Publishes changes to open pages; costs nothing while there are none. */
export interface LiveBus {
  /** Calls the listener with each event; returns how to unsubscribe. */
  on(listener: LiveListener): () => void
  /**
   * Publishes what no transaction carries: progress, or the state of a host. Changes use `transaction.note` instead.
   */
  publish(event: LiveEvent): void
  /** Whether anyone listens: for events that are costly to build. */
  isHeard(): boolean
  /** Publishes what this core commits from now on. */
  follow(core: LiveSource): void
  stop(): void
}

/** For a core without listeners. */
export const silentLive: Pick<LiveBus, 'publish' | 'isHeard'> = { publish: () => {}, isHeard: () => false }

/** Changes within this time are merged into one event. */
const GATHER_MS = 100
/** Progress is published at most this often; the last event always is. */
const PROGRESS_MS = 200
/** More IDs than this are published as "many". */
const MOST_IDS = 100

/** Events whose key is equal replace each other; events not listed here are all published. */
const PROGRESS: { [Name in LiveEventName]?: (event: Extract<LiveEvent, { name: Name }>) => string } = {
  'sync.progressed': ({ data }) => data.run.id,
  'job.progressed': ({ data }) => data.job.id,
  'work.progressed': ({ data }) => data.id,
  'request.logged': () => '',
}

/** An event waiting to be published. */
type Pending =
  | { kind: 'event' | 'progress'; event: LiveEvent }
  | {
      kind: 'ids'
      name: 'card.changed' | 'delivery.changed'
      environment: EnvironmentName
      projectKey: number
      ids: Set<string> | null
    }

/** @param shared the store over which other instances hear what is published, if it has any */
export function createLiveBus(logger: Logger, shared?: Pick<Store<ControlSchema>, 'isShared' | 'write'>): LiveBus {
  const listeners = new Set<LiveListener>()
  const followed: LiveSource[] = []
  const cores = new Map<EnvironmentName, LiveEnvironment>()
  const pending = new Map<string, Pending>()
  const progressedAt = new Map<string, number>()
  let unfollow: (() => void)[] = []
  let timer: NodeJS.Timeout | undefined
  let notices = 0
  const relay = shared?.isShared === true ? createLiveRelay(shared, logger) : null

  const send = (event: LiveEvent) => {
    for (const listener of listeners) {
      try {
        listener(event)
      } catch (error) {
        logger.log('error', 'a live listener failed', { event: event.name, error: String(error) })
      }
    }
  }
  const put = (key: string, next: Pending) => {
    pending.set(key, next)
    sendSoon()
  }
  const addId = (
    environment: EnvironmentName,
    { about, projectKey, id }: Extract<ChangeNote, { id: string | null }>,
  ) => {
    const key = `${about} ${environment} ${projectKey}`
    const known = pending.get(key)
    if (known?.kind !== 'ids')
      return put(key, {
        kind: 'ids',
        name: `${about}.changed`,
        environment,
        projectKey,
        ids: id === null ? null : new Set([id]),
      })
    if (id === null || (known.ids?.add(id).size ?? 0) > MOST_IDS) known.ids = null
  }
  const placeOf = (event: LiveEvent): { key: string; kind: 'event' | 'progress' } => {
    const progress = PROGRESS[event.name] as ((event: LiveEvent) => string) | undefined
    if (progress !== undefined) return { key: `${event.name} ${progress(event)}`, kind: 'progress' }
    // A notice is meant for a person, so none replaces another.
    const own = event.name === 'notice.raised' ? String((notices += 1)) : ''
    return { key: `${event.name} ${own} ${JSON.stringify(event.data)}`, kind: 'event' }
  }
  const add = (event: LiveEvent) => {
    const { key, kind } = placeOf(event)
    put(key, { kind, event })
  }
  const projectOf = async (environment: EnvironmentName, projectKey: number): Promise<string | null> => {
    try {
      return (await cores.get(environment)?.projectIdOf(projectKey)) ?? null
    } catch {
      // The project was removed meanwhile.
      return null
    }
  }
  const publishIds = async ({ name, environment, projectKey, ids }: Extract<Pending, { kind: 'ids' }>) => {
    const projectId = await projectOf(environment, projectKey)
    if (projectId === null) return
    const changed = ids === null ? null : [...ids]
    send(
      name === 'card.changed'
        ? { name, data: { projectId, environment, cardIds: changed } }
        : { name, data: { projectId, environment, deliveryIds: changed } },
    )
  }
  const sendSoon = () => {
    timer ??= setTimeout(() => {
      sendPending().catch((error: unknown) => logger.log('error', 'live events were lost', { error: String(error) }))
    }, GATHER_MS).unref()
  }
  const sendPending = async (): Promise<void> => {
    timer = undefined
    const now = performance.now()
    for (const [key, at] of progressedAt) if (now - at >= PROGRESS_MS) progressedAt.delete(key)
    for (const [key, waiting] of pending) {
      if (waiting.kind === 'progress' && progressedAt.has(key)) continue
      pending.delete(key)
      if (waiting.kind === 'ids') {
        await publishIds(waiting)
        continue
      }
      if (waiting.kind === 'progress') progressedAt.set(key, now)
      send(waiting.event)
    }
    if (pending.size > 0) sendSoon()
  }
  const listenTo = (core: LiveSource) => {
    const environment = 'name' in core ? core.name : null
    unfollow.push(
      core.database.onChanges((notes) => {
        for (const note of notes) {
          if (note.about === 'event') add(note.event)
          else if (environment !== null && 'id' in note) addId(environment, note)
        }
      }),
    )
  }
  const forgetAll = () => {
    for (const end of unfollow) end()
    unfollow = []
    clearTimeout(timer)
    timer = undefined
    pending.clear()
  }
  return {
    on: (listener) => {
      if (listeners.size === 0) followed.forEach(listenTo)
      listeners.add(listener)
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) forgetAll()
      }
    },
    publish: (event) => {
      if (relay !== null) relay.send(placeOf(event).key, event)
      else if (listeners.size > 0) add(event)
    },
    // Who listens at another instance is not known here.
    isHeard: () => relay !== null || listeners.size > 0,
    follow: (core) => {
      followed.push(core)
      if ('name' in core) cores.set(core.name, core)
      if (listeners.size > 0) listenTo(core)
    },
    stop: () => {
      listeners.clear()
      relay?.stop()
      forgetAll()
    },
  }
}
