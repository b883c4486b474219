import type { Inbox } from '../../domain/webhooks/inbox.ts'
import { ServiceError } from '../../domain/errors.ts'
import type { Inboxes } from '../../engine/inbox/inbox.ts'
import { isLoopbackHost } from '../../net/address.ts'
import type { Handlers, HandlerScope } from './handler.ts'

/** The longest wait, and so the longest it can delay the service's stop. */
const FOLLOW_MS = 1_000
const FOLLOWED_AT_ONCE = 50

export const inboxHandlers: Handlers<'inbox'> = {
  'inbox.get': async ({ projectId }, scope) => shown(await (await inboxesOf(projectId, scope)).open(projectId), scope),
  'inbox.behave': async ({ projectId, ...behaviour }, scope) =>
    shown(await (await inboxesOf(projectId, scope)).setBehaviour(projectId, behaviour, scope.context()), scope),
  'inbox.arrivals': async ({ projectId, limit }, scope) => ({
    docs: await (await inboxesOf(projectId, scope)).arrivals(projectId, { limit }),
  }),
  'inbox.follow': async ({ projectId, afterSeq }, scope) => {
    const inboxes = await inboxesOf(projectId, scope)
    if (afterSeq === undefined)
      return { docs: [], nextSeq: (await inboxes.arrivals(projectId, { limit: 1 }))[0]?.seq ?? 0 }
    const read = () => inboxes.arrivals(projectId, { limit: FOLLOWED_AT_ONCE, afterSeq })
    let docs = await read()
    if (docs.length === 0) {
      await arrival(inboxes, projectId, scope.bulk.signal)
      docs = await read()
    }
    return { docs, nextSeq: docs.at(-1)?.seq ?? afterSeq }
  },
}

/** Resolves at the project's next arrival, after a second, or on abort. */
function arrival(inboxes: Inboxes, projectId: string, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      forget()
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, FOLLOW_MS)
    const forget = inboxes.onArrival((arrivedIn) => {
      if (arrivedIn === projectId) end()
    })
    signal?.addEventListener('abort', end)
    if (signal?.aborted === true) end()
  })
}

/** An inbox answers on this machine only, so it has a URL only while the service listens here. */
function shown(inbox: Inbox, { host }: HandlerScope): Inbox & { url: string | null } {
  const base = host.inboxOrigin === undefined ? host.baseUrl() : host.inboxOrigin()
  const origin = base === null ? null : new URL(base)
  return { ...inbox, url: origin !== null && isLoopbackHost(origin.hostname) ? origin.origin + inbox.path : null }
}

/** @throws ServiceError `error.project_not_found` */
async function inboxesOf(projectId: string, { engine }: HandlerScope): Promise<Inboxes> {
  await engine.projects.get(projectId)
  const { inboxes } = engine.environment('sandbox')
  if (inboxes === null) throw new ServiceError('error.sandbox_only')
  return inboxes
}
