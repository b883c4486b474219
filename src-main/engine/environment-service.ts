import type { EnvironmentName } from '../domain/environment-name.ts'
import type { Clock } from '../domain/clock.ts'
import { createCardService, type CardService } from './cards/card-service.ts'
import { createCardExport, type CardExport } from './cards/card-export.ts'
import { createCardImport, type CardImport } from './cards/card-import.ts'
import { createMockCards, type MockCards } from './cards/mock-cards.ts'
import type { EnvironmentCore } from './environment.ts'
import { createHold, type Hold } from './hold.ts'
import { createInboxes, type Inboxes } from './inbox/inbox.ts'
import { createAnswerOnce, type AnswerOnce } from './idempotency/answer-once.ts'
import { createAgenda } from './agenda/agenda.ts'
import { expiryWarning } from './agenda/expiry-warning.ts'
import { webhookSchedule } from './agenda/webhook-schedule.ts'
import { createProjectRemoval, type ProjectRemoval } from './project-removal.ts'
import { createSandboxClock, type SandboxClock } from './sandbox-clock.ts'
import { createWebhooks, type Webhooks } from './webhooks/webhooks.ts'

/** One isolated environment as the hosts use it. */
export interface Environment {
  readonly name: EnvironmentName
  readonly clock: Clock
  readonly cards: CardService
  readonly imports: CardImport
  readonly exports: CardExport
  /** Sandbox only; null in production, where cards come from a provider. */
  readonly mockCards: MockCards | null
  readonly answerOnce: AnswerOnce
  readonly hold: Hold
  /** Removes one project's rows here; its audit entries stay. */
  readonly removeProject: ProjectRemoval
  readonly webhooks: Webhooks
  /** Sandbox only: the built-in receivers. */
  readonly inboxes: Inboxes | null
  /** Sandbox only; null in production, where time is nobody's to move. */
  readonly sandboxClock: SandboxClock | null
  /** Looks for work that became due: after a release, or a change of a schedule. */
  wake(): void
  /** Ends timed work and deliveries; what is under way may finish. */
  stop(): Promise<void>
}

export function createEnvironment(core: EnvironmentCore): Environment {
  const hold = createHold(core)
  const mayRun = () => hold.state() === null
  const { webhooks, runner, stop } = createWebhooks(core, mayRun)
  const items = core.name === 'sandbox' ? [webhookSchedule(core), expiryWarning(core)] : [expiryWarning(core)]
  const agenda = createAgenda(core, items, mayRun)
  return {
    name: core.name,
    clock: core.clock,
    cards: createCardService(core),
    imports: createCardImport(core),
    exports: createCardExport(core),
    mockCards: core.name === 'sandbox' ? createMockCards(core) : null,
    answerOnce: createAnswerOnce(core),
    hold,
    removeProject: createProjectRemoval(core),
    webhooks,
    inboxes: core.name === 'sandbox' ? createInboxes(core) : null,
    sandboxClock: core.name === 'sandbox' ? createSandboxClock(core, agenda, runner) : null,
    wake: () => {
      agenda.wake()
      runner.wake()
    },
    stop: async () => {
      await agenda.stop()
      await stop()
    },
  }
}
