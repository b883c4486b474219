import type { LiveEventData, LiveEventName } from '../../src-main/domain/desk/live-event.ts'
import type { PageCallName } from '../../src-preload/contract.ts'
import type { HostClient } from './host-client.ts'
import type { ServerData } from './server-data.ts'

type Input = Readonly<Record<string, unknown>>
/** The calls that an event makes stale, and whether one with this input is among them. */
type StaleCalls = { calls: readonly PageCallName[] | 'all'; concerns?: (name: PageCallName, input: Input) => boolean }

interface Concerned {
  projectId: string
  environment?: string
}

/** The calls each event makes stale. Only results of the same project and environment are affected. */
const STALE: { [Name in LiveEventName]: (data: LiveEventData<Name>) => StaleCalls } = {
  'card.changed': ({ cardIds, ...place }) => ({
    calls: [
      'cards.list',
      'cards.counts',
      'cards.get',
      'cards.names',
      'cards.costCentres',
      'holders.get',
      'holders.past',
      'holders.history',
      'cards.replacements',
      'cards.expiring',
      'cards.expiryPeriods',
      'cards.planned',
      'bulk.plansBack',
      'bulk.results',
      'overview.get',
      'audit.list',
      'sync.state',
      'sync.pushes',
      'drift.list',
      'orders.list',
    ],
    concerns: (_name, input) => isIn(place, input) && names(cardIds, input['cardId'] ?? input['targetId']),
  }),
  'views.changed': (place) => ({ calls: ['views.list'], concerns: (_name, input) => isIn(place, input) }),
  'delivery.changed': ({ deliveryIds, ...place }) => ({
    calls: ['webhook.deliveries.list', 'webhook.deliveries.get', 'webhook.get', 'overview.get'],
    concerns: (_name, input) => isIn(place, input) && names(deliveryIds, input['deliveryId']),
  }),
  'webhook.changed': (place) => ({
    calls: ['webhook.get', 'webhook.scheduler.get', 'webhook.deliveries.list', 'overview.get', 'audit.list'],
    concerns: (_name, input) => isIn(place, input),
  }),
  'inbox.arrived': (place) => ({
    calls: ['inbox.get', 'inbox.arrivals'],
    concerns: (_name, input) => isIn(place, input),
  }),
  'sync.progressed': ({ projectId }) => ({
    calls: ['sync.state', 'sync.runs', 'provider.get', 'overview.get'],
    concerns: (_name, input) => isIn({ projectId, environment: 'production' }, input),
  }),
  'provider.changed': ({ projectId }) => ({
    calls: [
      'provider.get',
      'sync.state',
      'sync.runs',
      'sync.pushes',
      'drift.list',
      'orders.list',
      'overview.get',
      'audit.list',
    ],
    concerns: (_name, input) => isIn({ projectId, environment: 'production' }, input),
  }),
  'job.progressed': ({ job, ...place }) => ({
    calls: ['bulk.list', 'bulk.history', 'bulk.get', 'bulk.results'],
    concerns: (_name, input) => isIn(place, input) && names([job.id], input['jobId']),
  }),
  // Its listeners subscribe themselves.
  'work.progressed': () => ({ calls: [] }),
  'request.logged': () => ({ calls: ['requests.list'] }),
  'project.changed': () => ({ calls: ['projects.list', 'audit.list'], concerns: inControl }),
  'key.changed': () => ({ calls: ['keys.list', 'audit.list'], concerns: inControl }),
  'people.changed': () => ({
    calls: ['people.list', 'people.sessions', 'profile.get', 'profile.sessions', 'projects.list'],
  }),
  'profile.changed': () => ({ calls: ['people.list', 'profile.get'] }),
  'approval.changed': (place) => ({
    calls: ['approvals.list', 'approvals.values', 'approvals.waiting', 'approvals.rule', 'audit.list', 'service.info'],
    concerns: (name, input) => inControl(name, input) && isIn(place, input),
  }),
  'settings.changed': () => ({ calls: ['settings.get', 'service.info', 'audit.list'], concerns: inControl }),
  // Rare, but with many effects: just moving the clock changes what is due, expired and sent.
  'service.changed': () => ({ calls: 'all' }),
  'notice.raised': () => ({ calls: [] }),
  'backup.ended': () => ({ calls: ['backup.list', 'audit.list'], concerns: inControl }),
  'services.changed': () => ({ calls: ['services.state'] }),
  'place.asked': () => ({ calls: [] }),
}

/** Verifying the whole chain takes a while, so only a person starts it. */
const NEVER: ReadonlySet<PageCallName> = new Set(['audit.verify'])

/** Keeps the results on screen current while the service reports changes; returns a function that stops it. */
export function followLive(client: Pick<HostClient, 'subscribe'>, data: Pick<ServerData, 'outdate'>): () => void {
  const ends = (Object.keys(STALE) as LiveEventName[]).map((event) =>
    client.subscribe(event, (change) => outdate(data, event, change)),
  )
  return () => {
    for (const end of ends) end()
  }
}

function outdate<Name extends LiveEventName>(
  data: Pick<ServerData, 'outdate'>,
  event: Name,
  change: LiveEventData<Name>,
): void {
  const { calls, concerns = () => true } = (STALE[event] as (data: LiveEventData<Name>) => StaleCalls)(change)
  if (calls.length === 0) return
  data.outdate((name, input) => !NEVER.has(name) && (calls === 'all' || calls.includes(name)) && concerns(name, input))
}

/** An input that names no project or environment asks about all of them. */
function isIn({ projectId, environment }: Concerned, input: Input): boolean {
  const asked = input['environment'] ?? input['kind']
  return (
    (input['projectId'] === undefined || input['projectId'] === projectId) &&
    (asked === undefined || environment === undefined || asked === environment)
  )
}

/** Whether a change of these IDs affects a result about one row, or about all; null means many IDs. */
function names(ids: readonly string[] | null, asked: unknown): boolean {
  return ids === null || asked === undefined || (typeof asked === 'string' && ids.includes(asked))
}

/** Projects, keys and settings have an audit chain of their own. */
function inControl(name: PageCallName, input: Input): boolean {
  return name !== 'audit.list' || input['kind'] === 'control'
}
