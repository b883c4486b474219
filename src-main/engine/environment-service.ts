import type { ShownCard } from '../domain/cards/at-provider.ts'
import type { Card } from '../domain/card.ts'
import type { EnvironmentName } from '../domain/environment-name.ts'
import type { Clock } from '../domain/clock.ts'
import { createBulk, type Bulk } from './bulk/bulk.ts'
import { createCardService, type CardService } from './cards/card-service.ts'
import { createCardExport, type CardExport } from './cards/card-export.ts'
import { createCardImport, type CardImport } from './sync/import/card-import.ts'
import { createHolders, type Holders } from './cards/holders/holders.ts'
import { createExpiringCards, type ExpiringCards } from './cards/expiring-cards.ts'
import { createMockCards, type MockCards } from './cards/mock-cards.ts'
import { createSearchFill, type SearchFill } from './cards/search-fill.ts'
import type { EnvironmentCore, EnvironmentTransaction } from './kernel/environment-core.ts'
import { listenToNotes } from './kernel/note-listeners.ts'
import { createHold, type Hold } from './kernel/hold.ts'
import { createInboxes, type Inboxes } from './inbox/inbox.ts'
import { createAnswerOnce, type AnswerOnce } from './kernel/answer-once.ts'
import { createAgenda } from './kernel/agenda.ts'
import { expiryWarning } from './cards/expiry-warning.ts'
import { plannedAgenda } from './cards/planned-agenda.ts'
import { createPlannedChanges, type PlannedChanges } from './cards/planned-changes.ts'
import { webhookSchedule } from './webhooks/webhook-schedule.ts'
import { createOverview, type ReadOverview } from './overview/overview.ts'
import { createPersonalData, type PersonalData } from './personal/personal-data.ts'
import { createProjectRemoval, type ProjectRemoval } from './projects/project-removal.ts'
import { createSandboxClock, type SandboxClock } from './kernel/sandbox-clock.ts'
import { createCardTruth } from './ledger/provider-facts.ts'
import { createPushing, type Pushing } from './sync/push/pushing.ts'
import { createRunClaims } from './sync/run-claims.ts'
import { createRunRegistry } from './sync/run-registry.ts'
import { createSync, type Sync } from './sync/sync.ts'
import { createWebhooks, type Webhooks } from './webhooks/webhooks.ts'

/** One isolated environment, with all its capabilities, as hosts use it. */
export interface Environment {
  readonly name: EnvironmentName
  readonly clock: Clock
  readonly cards: CardService
  /** What is planned for cards. */
  readonly planned: PlannedChanges
  /** Adds a card's true state at its provider. */
  readonly shown: (card: Card) => Promise<ShownCard>
  /** Drivers and vehicles, by what cards and history say of them. */
  readonly holders: Holders
  readonly imports: CardImport
  readonly exports: CardExport
  /** Bulk commands, and undo. */
  readonly bulk: Bulk
  readonly overview: ReadOverview
  readonly expiring: ExpiringCards
  /** What is stored about a driver in this environment. */
  readonly personal: PersonalData
  /** Sandbox only; null in production, where cards come from a provider. */
  readonly mockCards: MockCards | null
  readonly answerOnce: AnswerOnce
  readonly hold: Hold
  /** Removes a project's rows; its audit entries stay. */
  readonly removeProject: ProjectRemoval
  readonly webhooks: Webhooks
  /** Production only; null in the sandbox, which has no provider. */
  readonly sync: Sync | null
  /** Production only: sends changes to providers. */
  readonly pushing: Pushing | null
  /** Sandbox only: the built-in receivers. */
  readonly inboxes: Inboxes | null
  /** Sandbox only; null in production, whose time cannot be moved. */
  readonly sandboxClock: SandboxClock | null
  /** Runs `work` in a transaction: for the `…Within` methods of the capabilities, when no answer is stored with it. */
  change<Result>(work: (transaction: EnvironmentTransaction) => Promise<Result>): Promise<Result>
  readonly searchFill: Pick<SearchFill, 'settled'>
  /** Checks for work that is due, for when the wall clock was moved. */
  wake(): void
  /** Stops background work; what is running may finish. */
  stop(): Promise<void>
}

/** @param runsWork false for a command-line process: timed work and deliveries wait for the service */
export async function createEnvironment(core: EnvironmentCore, runsWork = true): Promise<Environment> {
  const hold = createHold(core)
  const mayRun = async () => runsWork && (await hold.state()) === null
  const cards = createCardService(core)
  const bulk = await createBulk(core, cards, { mayRun: async () => (await hold.state()) === null, resumes: runsWork })
  const { webhooks, runner, endings, forgetPrepared, stop } = createWebhooks(core, mayRun)
  const removeProject = createProjectRemoval(core)
  const runs = createRunRegistry(core.database.isShared ? createRunClaims(core) : null, () => {
    searchFill.wake()
    agenda.wake()
  })
  // Runs that bring many cards go first.
  const searchFill = createSearchFill(core, () => runs.all().length === 0)
  const sync =
    core.name === 'production'
      ? createSync(core, { runs, mayRun: async () => (await hold.state()) === null, resumes: runsWork })
      : null
  const pushing = sync === null ? null : createPushing(core, sync.portals, mayRun)
  const agenda = createAgenda(
    core,
    [
      // Before a pull that is due: it reports the cards as they were.
      plannedAgenda(core, cards),
      ...(sync === null ? [webhookSchedule(core)] : [sync.schedule]),
      expiryWarning(core),
    ],
    mayRun,
  )
  const resumePulls = () => {
    sync?.resume().catch((error: unknown) =>
      core.logger.log('error', 'an interrupted synchronisation could not go on', {
        environment: core.name,
        error: String(error),
      }),
    )
  }
  resumePulls()
  searchFill.wake()
  const work = {
    agenda: () => agenda.wake(),
    delivery: () => runner.wake(),
    ending: () => endings.wake(),
    push: () => pushing?.runner.wake(),
    bulk: () => bulk.wake(),
  }
  const stopListening = listenToNotes(core, {
    work,
    webhook: forgetPrepared,
    connection: (projectKey) => sync?.portals.changed(projectKey),
  })
  return {
    name: core.name,
    clock: core.clock,
    cards,
    planned: createPlannedChanges(core, cards),
    shown: createCardTruth(core),
    holders: createHolders(core),
    imports: createCardImport(core, runs),
    exports: createCardExport(core),
    bulk,
    overview: createOverview(core, hold),
    expiring: createExpiringCards(core),
    personal: createPersonalData(core, async () => (await hold.state()) !== null),
    mockCards: core.name === 'sandbox' ? createMockCards(core) : null,
    answerOnce: createAnswerOnce(core),
    hold: {
      state: hold.state,
      release: async (context) => {
        // Restored data may be older than what the provider has by now.
        if ((await hold.state()) !== null) await sync?.oweFullPulls()
        await hold.release(context)
        resumePulls()
      },
    },
    removeProject: async (projectId, ...rest) => {
      await sync?.release(projectId)
      return removeProject(projectId, ...rest)
    },
    webhooks,
    sync,
    pushing,
    inboxes: core.name === 'sandbox' ? createInboxes(core) : null,
    sandboxClock: core.name === 'sandbox' ? createSandboxClock(core, agenda, runner) : null,
    searchFill,
    change: (work) => core.database.write(work),
    wake: () => {
      for (const wake of Object.values(work)) wake()
    },
    stop: async () => {
      stopListening()
      await bulk.stop()
      await agenda.stop()
      await pushing?.stop()
      await sync?.stop()
      await searchFill.stop()
      await stop()
    },
  }
}
