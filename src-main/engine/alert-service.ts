import { createAlerts, type Alerts } from './alerts/alerts.ts'
import { createComposeApprovals } from './approvals/compose-approvals.ts'
import type { Environment } from './environment-service.ts'
import type { ControlCore } from './kernel/control-core.ts'
import type { EnvironmentCore } from './kernel/environment-core.ts'
import type { ServiceSettings } from './settings/settings.ts'

interface AlertServiceSetup {
  settings: Pick<ServiceSettings, 'current'>
  runsWork: boolean
  /** How many requests wait for a second person. */
  waiting: (projectId: string) => Promise<number>
}

/** Alerts with what they tell about production. */
export function createAlertService(
  control: ControlCore,
  core: EnvironmentCore,
  production: Environment,
  { settings, runsWork, waiting }: AlertServiceSetup,
): Alerts {
  return createAlerts({
    core: control,
    production: core,
    logger: core.logger,
    publicUrl: () => core.network().publicUrl,
    language: () => settings.current().language,
    runsWork,
    approvals: createComposeApprovals(control, () => core.network().publicUrl),
    digest: async (projectId) => {
      const overview = await production.overview(projectId)
      const has = (kind: (typeof overview.attention)[number]['kind']) =>
        overview.attention.find((entry) => entry.kind === kind)
      return {
        cards: overview.cards.total,
        expiring: overview.expiring.in30,
        failed: overview.sync.failed,
        drift: has('drift')?.count ?? 0,
        failedDeliveries: has('delivery_failed')?.count ?? 0,
        approvals: await waiting(projectId),
        syncFailing: has('sync_failing') !== undefined,
        webhookDisabled: has('webhook_disabled') !== undefined,
        held: has('held') !== undefined,
      }
    },
  })
}
