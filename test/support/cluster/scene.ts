import { onTestFinished } from 'vitest'
import type { CreatedApiKey, Project } from '../../../src-main/domain/access.ts'
import type { Card } from '../../../src-main/domain/card.ts'
import type { EnvironmentName } from '../../../src-main/domain/environment-name.ts'
import type { SyncRunView } from '../../../src-main/domain/sync/provider.ts'
import { signInPage, type SignedInPage } from '../team/page-session.ts'
import { startTestPortal, type TestPortal } from '../portal/portal.ts'
import { seeded, startCluster, type Cluster } from '../postgres/cluster.ts'
import { flakyConnection, type FlakyConnection } from '../postgres/flaky-connection.ts'
import type { RunningService } from '../program.ts'
import { startReceiver, type Receiver } from '../receiver.ts'
import type { Disturbance } from './observed.ts'
import { startSlowGateway, type SlowGateway } from './slow-gateway.ts'

/** Two instances over one server, and everything around them. */
export interface Scene {
  cluster: Cluster
  /** The way of the instances to their server. */
  connection: Pick<FlakyConnection, 'cutAtCommit'>
  portal: TestPortal
  gateway: SlowGateway
  receiver: Receiver
  project: Project
  keys: Record<EnvironmentName, string>
  /** Active cards of the project. */
  cards: Record<EnvironmentName, Card[]>
  disturbances: Disturbance[]
  random: (bound: number) => number
  /** A person's page at an instance, signed in anew after each start. */
  pageAt(instance: number): Promise<SignedInPage>
}

/** Long enough for what two instances do at the same time to overlap. */
const CHANGES_TAKE_MS = 150
const DELIVERIES_TAKE_MS = 50
export const PROVIDER_CARDS = 40
const SCHEDULED_EVENT = 'card.updated'
export const SCHEDULE_HOURS = 24

export async function prepareScene(seed: number): Promise<Scene> {
  const portal = await startTestPortal({ cards: PROVIDER_CARDS, seed })
  const gateway = await startSlowGateway(portal.baseUrl, CHANGES_TAKE_MS)
  const receiver = await startReceiver()
  onTestFinished(() => receiver.close())
  receiver.answer((response) => setTimeout(() => response.writeHead(200).end('ok'), DELIVERIES_TAKE_MS))
  let connection: Pick<FlakyConnection, 'cutAtCommit'> | undefined
  const cluster = await startCluster(2, {
    whenDone: onTestFinished,
    settings: ['logging_collector = on', `log_filename = '${SERVER_LOG}'`, 'log_rotation_age = 0'],
    reach: async ({ port }) => {
      const made = await flakyConnection({ hosts: [{ host: '127.0.0.1', port }] })
      connection = made
      return made.address.hosts.map((host) => host.port)
    },
  })
  if (connection === undefined) throw new Error('The instances reach their server directly')
  const project = await cluster.json<Project>(['projects', 'create', '--name', 'Fleet'], 0)
  const keyOf = async (environment: EnvironmentName) => {
    const words = ['keys', 'create', '--project', project.id, '--environment', environment, '--name', environment]
    return (await cluster.json<CreatedApiKey>(words, 1)).key
  }
  const keys = { sandbox: await keyOf('sandbox'), production: await keyOf('production') }
  const ofFleet = ['--project', 'Fleet']
  await cluster.json(['projects', 'create', '--name', 'Depot'], 1)
  await cluster.json(['cards', 'mock', '--count', '60', '--seed', '5', ...ofFleet], 0)
  await cluster.json(['cards', 'mock', '--count', '80', '--seed', '6', '--project', 'Depot'], 1)
  await cluster.json(['webhook', 'create', '--url', receiver.url, ...ofFleet], 1)
  const schedule = ['--on', '--interval-hours', String(SCHEDULE_HOURS), '--events', SCHEDULED_EVENT]
  await cluster.json(['webhook', 'schedule', ...schedule, ...ofFleet], 0)
  await cluster.instances[0]?.home.json(
    ['provider', 'set', '--adapter', 'rest', '--url', gateway.url, '--token-file', '-', '--no-schedule', ...ofFleet],
    { input: portal.staticToken },
  )
  await cluster.json<SyncRunView>(['sync', '--wait', ...ofFleet], 1)
  const activeCards = async (environment: EnvironmentName) => {
    const words = ['cards', 'list', '--environment', environment, '--status', 'active', '--limit', '20', ...ofFleet]
    return (await cluster.json<{ docs: Card[] }>(words, 0)).docs
  }
  const pages = new WeakMap<RunningService, Promise<SignedInPage>>()
  return {
    cluster,
    connection,
    portal,
    gateway,
    receiver,
    project,
    keys,
    cards: { sandbox: await activeCards('sandbox'), production: await activeCards('production') },
    disturbances: [],
    random: seeded(seed),
    pageAt: (index) => {
      const service = cluster.instances[index]?.service
      if (service === undefined) throw new Error(`There is no instance ${index}`)
      const page = pages.get(service) ?? signInPage(service.ready.uiUrl)
      pages.set(service, page)
      page.catch(() => pages.delete(service))
      return page
    },
  }
}

const SERVER_LOG = 'server.log'

/** How often the server's log has this. */
export async function timesInServerLog({ cluster }: Pick<Scene, 'cluster'>, text: string): Promise<number> {
  const [found] = await cluster.ask<{ times: number }>(
    `SELECT count(*)::int AS times FROM regexp_matches(pg_read_file('log/${SERVER_LOG}'), $1, 'g')`,
    [text],
  )
  return found?.times ?? 0
}
