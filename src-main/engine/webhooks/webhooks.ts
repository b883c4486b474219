import type { EventName } from '../../domain/event-catalogue.ts'
import type { WebhookTestResult } from '../../domain/webhook.ts'
import type { EnvironmentCore, EnvironmentTransaction } from '../kernel/environment-core.ts'
import { createJobRunner, type JobRunner } from '../kernel/jobs/job-runner.ts'
import { createDeliveryHandler } from './delivery-handler.ts'
import { createDeliveryLog, type DeliveryLog } from './delivery-log.ts'
import { createEndings, type Endings } from './endings.ts'
import { simulateWithin, type Simulation } from './simulation.ts'
import { sendTest } from './test-event.ts'
import { createWebhookService, type WebhookService } from './webhook-service.ts'

/** Everything about a project's webhook in one environment. */
export interface Webhooks extends WebhookService {
  readonly deliveries: DeliveryLog
  /** Sends a `test` event and waits for the response. */
  test(projectId: string): Promise<WebhookTestResult>
  /** Sandbox only, which hosts enforce. */
  simulateWithin(
    transaction: EnvironmentTransaction,
    projectId: string,
    event: EventName,
    cardId: string | undefined,
  ): Promise<Simulation>
}

const STOP_GRACE_MS = 4_000

export function createWebhooks(
  core: EnvironmentCore,
  mayRun: () => Promise<boolean>,
): { webhooks: Webhooks; runner: JobRunner; endings: Endings; forgetPrepared(): void; stop(): Promise<void> } {
  const { handler, endpoints, forgetPrepared } = createDeliveryHandler(core, mayRun)
  const runner = createJobRunner(core, handler, core.logger)
  const endings = createEndings(core)
  return {
    runner,
    endings,
    forgetPrepared,
    webhooks: {
      ...createWebhookService(core),
      deliveries: createDeliveryLog(core, endings),
      test: (projectId) => sendTest(core, endpoints, projectId),
      simulateWithin: (transaction, projectId, event, cardId) =>
        simulateWithin(core, transaction, projectId, event, cardId, 'simulate'),
    },
    stop: async () => {
      await endings.stop()
      await runner.stop(STOP_GRACE_MS)
      await endpoints.close()
    },
  }
}
