import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Card, CardCommand } from '../../../src-main/domain/card.ts'
import type { Push } from '../../../src-main/domain/sync/provider.ts'
import type { Environment } from '../../../src-main/engine/environment-service.ts'
import type { Pushing } from '../../../src-main/engine/sync/push/pushing.ts'
import type { FaultsInput } from '../../../src-main/portal/faults.ts'
import type { PortalOptions } from '../../../src-main/portal/portal.ts'
import { startBrokenGateway, type Breach } from './broken-gateway.ts'
import { fakeClock, type FakeClock } from '../clock.ts'
import { CLERK } from '../context.ts'
import { openTestEngine, type TestEngine } from '../engine.ts'
import { listedCards, startTestPortal, type TestPortal } from './portal.ts'
import { rowsOf } from '../rows.ts'

/**
 * A project whose production knows the cards of a reference portal, on a clock that moves only when a test moves it.
 */
export interface PushFleet {
  test: TestEngine
  portal: TestPortal
  clock: FakeClock
  projectId: string
  /** The cards as first pulled. */
  cards: Card[]
  production(): Environment
  pushing(): Pushing
  connect(): Promise<void>
  command(card: Card, command: CardCommand): Promise<Card>
  card(card: Card): Promise<Card>
  /** Waits until no due work is left. */
  settled(): Promise<void>
  /** Moves the clock, and waits until the work that became due is done. */
  pass(ms: number): Promise<void>
  /** The changes that the portal made to a card, in order. */
  changesOf(card: Card): Promise<string[]>
  pushes(state?: Push['state']): Promise<Push[]>
  /** The names of a card's events, oldest first. */
  eventsOf(card: Card): string[]
  /** Pulls every card, and fails the test if the pull fails. */
  pull(): Promise<void>
  /** Imports a report of the portal, as an export with these columns. */
  report(columns?: readonly (keyof typeof REPORT_COLUMNS)[]): Promise<void>
}

export interface PushFleetOptions extends Omit<PortalOptions, 'faults'> {
  /** A gateway in front of the portal that breaks the protocol. */
  breach?: Breach
  faults?: FaultsInput
  connected?: boolean
}

const REPORT_COLUMNS = { status: 'Status', licensePlate: 'License plate', driver: 'Driver' } as const

export async function openPushFleet({
  connected = true,
  cards: count = 20,
  faults,
  breach,
  ...options
}: PushFleetOptions = {}): Promise<PushFleet> {
  const clock = fakeClock()
  const portal = await startTestPortal({
    cards: count,
    bulkChanges: 0,
    now: () => clock.now(),
    ...(faults === undefined ? {} : { faults }),
    ...options,
  })
  const address = breach === undefined ? portal.baseUrl : await startBrokenGateway(portal, breach)
  const test = await openTestEngine({ wallClock: clock, repeatWorks: true })
  onTestFinished(() => test.close())
  const projectId = (await test.engine.projects.create('Fleet', CLERK)).id
  const production = () => test.engine.environment('production')
  const pushing = () => {
    const { pushing: found } = production()
    if (found === null) throw new Error('Production pushes nothing')
    return found
  }
  const report: PushFleet['report'] = async (columns = ['status', 'licensePlate', 'driver']) => {
    const lines = (await listedCards(portal)).map((card) =>
      [card.cardNumber, card.providerCardId, ...columns.map((column) => card[column] ?? '')]
        .map((cell) => `"${cell}"`)
        .join(','),
    )
    const file = join(test.dataDir, 'report.csv')
    writeFileSync(
      file,
      [['Card number', 'Card ID', ...columns.map((column) => REPORT_COLUMNS[column])].join(','), ...lines].join('\n'),
    )
    await production().imports.run(projectId, { file, apply: true }, CLERK)
  }
  await report()
  const fleet: PushFleet = {
    test,
    portal,
    clock,
    projectId,
    cards: (
      await production().cards.list(projectId, { page: 1, limit: 100, sortField: 'createdAt', sortDirection: 'asc' })
    ).docs,
    production,
    pushing,
    connect: async () => {
      const { clientId, clientSecret } = portal
      await production().sync?.providers.set(
        projectId,
        { adapter: 'rest', baseUrl: address, auth: { type: 'oauth2', clientId, clientSecret } },
        { enabled: false },
        CLERK,
      )
    },
    command: (card, command) => production().cards.command(projectId, card.id, command, CLERK),
    card: (card) => production().cards.get(projectId, card.id),
    settled: () => pushing().runner.settled(),
    pass: async (ms) => {
      clock.advance(ms)
      await pushing().runner.settled()
    },
    changesOf: async (card) =>
      (await portal.changes()).changes
        .filter(({ providerCardId }) => providerCardId === card.providerCardId)
        .map(({ action }) => action),
    pushes: async (state) => (await pushing().pushes.list(projectId, { page: 1, limit: 100, state })).docs,
    eventsOf: (card) =>
      rowsOf(test.dataDir, 'production', `SELECT name FROM event WHERE card_id = '${card.id}' ORDER BY seq`).map(
        ({ name }) => String(name),
      ),
    pull: async () => {
      // As with a clock that runs: what was changed before is older than what the pull asks for.
      clock.advance(1)
      const { sync } = production()
      if (sync === null) throw new Error('Production has no provider')
      const begun = await sync.pull(projectId, { full: true }, CLERK)
      const run = await sync.wait(projectId, begun.id, {})
      if (run.state !== 'completed') throw new Error(`The pull is ${run.state}: ${run.error}`)
    },
    report,
  }
  if (connected) await fleet.connect()
  return fleet
}

/** The first card with a status. */
export function cardOf(fleet: PushFleet, status: Card['status'], skip = 0): Card {
  const card = fleet.cards.filter((one) => one.status === status)[skip]
  if (card === undefined) throw new Error(`No card is ${status}`)
  return card
}
