import type { Command } from 'commander'
import type { Shell } from '../shell.ts'
import { registerAudit } from './audit.ts'
import { registerBackup } from './backup.ts'
import { registerBulkHandOver } from './cards/bulk-hand-over.ts'
import { registerBulkJobs } from './cards/bulk-jobs.ts'
import { registerCardBulk } from './cards/card-bulk.ts'
import { registerCardFind } from './cards/card-find.ts'
import { registerCardPlanned } from './cards/card-planned.ts'
import { registerCardFiles } from './cards/card-files.ts'
import { registerCards } from './cards/cards.ts'
import { registerClock } from './clock.ts'
import { registerHolders } from './holders.ts'
import { registerDrift } from './sync/drift.ts'
import { registerKeys } from './keys.ts'
import { registerOrders } from './sync/orders.ts'
import { registerPeople } from './people/people.ts'
import { registerApprovals } from './people/approvals.ts'
import { registerPersonal } from './personal.ts'
import { registerPolicy } from './policy.ts'
import { registerPortal } from './sync/portal.ts'
import { registerProjects } from './projects.ts'
import { registerProvider } from './sync/provider.ts'
import { registerServe } from './serve.ts'
import { registerService } from './service.ts'
import { registerServices } from './services.ts'
import { registerSettings } from './settings.ts'
import { registerStore } from './store/store.ts'
import { registerSync } from './sync/sync.ts'
import { registerSyncPushes } from './sync/sync-pushes.ts'
import { registerWebhookDeliveries } from './webhook/webhook-deliveries.ts'
import { registerWebhookListen } from './webhook/webhook-listen.ts'
import { registerWebhookSandbox } from './webhook/webhook-sandbox.ts'
import { registerWebhook } from './webhook/webhook.ts'

/** Every command, in the order of the help. */
export function registerCommands(program: Command, shell: Shell): void {
  registerServe(program, shell)
  registerService(program, shell)
  registerServices(program, shell)
  registerStore(program, shell)
  registerSettings(program, shell)
  registerPolicy(program, shell)
  registerProjects(program, shell)
  registerKeys(program, shell)
  registerPeople(program, shell)
  registerApprovals(program, shell)
  const cards = registerCards(program, shell)
  registerCardFiles(cards, shell)
  registerCardFind(cards, shell)
  registerCardPlanned(cards, shell)
  const bulk = registerCardBulk(cards, shell)
  registerBulkHandOver(bulk, shell)
  registerBulkJobs(cards, bulk, shell)
  registerHolders(program, shell)
  const webhook = registerWebhook(program, shell)
  registerWebhookDeliveries(webhook, shell)
  registerWebhookSandbox(webhook, shell)
  registerWebhookListen(webhook, shell)
  registerProvider(program, shell)
  const sync = registerSync(program, shell)
  registerSyncPushes(sync, shell)
  registerDrift(program, shell)
  registerOrders(program, shell)
  registerClock(program, shell)
  registerBackup(program, shell)
  registerAudit(program, shell)
  registerPersonal(program, shell)
  registerPortal(program, shell)
}
