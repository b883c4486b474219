import { byRestore } from '../kernel/change-context.ts'
import type { AuditLog } from '../kernel/audit/audit-log.ts'
import type { EnvironmentTransaction } from '../kernel/environment-core.ts'

/**
 * Discards everything that only the lost data key could open; all tables with sealed columns are handled here. A
 * webhook without a secret sends nothing until its secret is rotated and it is enabled again; a provider without
 * credentials is not contacted until they are entered again.
 */
export async function forgetSealed(transaction: EnvironmentTransaction, audit: AuditLog, time: string): Promise<void> {
  const { build } = transaction
  const webhooks = await transaction.all(
    build
      .selectFrom('webhook')
      .innerJoin('project_scope', 'project_scope.key', 'webhook.project_key')
      .select(['webhook.id', 'webhook.status', 'webhook.disabled_reason', 'project_scope.project_id']),
  )
  await transaction.run(build.deleteFrom('webhook_secret'))
  await transaction.run(
    build.updateTable('webhook').set({ status: 'disabled', disabled_reason: 'secret_unavailable', disabled_at: time }),
  )
  for (const webhook of webhooks) {
    audit.append(transaction, byRestore('Its secret was sealed with a data key that is gone'), {
      action: 'webhook.disable',
      target: { type: 'webhook', id: webhook.id },
      projectId: webhook.project_id,
      before: { status: webhook.status, disabledReason: webhook.disabled_reason },
      after: { status: 'disabled', disabledReason: 'secret_unavailable' },
    })
  }
  const providers = await transaction.all(
    build
      .selectFrom('provider')
      .innerJoin('project_scope', 'project_scope.key', 'provider.project_key')
      .select('project_scope.project_id')
      .where('credentials', 'is not', null),
  )
  await transaction.run(build.updateTable('provider').set({ credentials: null, updated_at: time }))
  for (const { project_id: projectId } of providers) {
    audit.append(transaction, byRestore('They were sealed with a data key that is gone'), {
      action: 'provider.forget_credentials',
      target: { type: 'provider', id: projectId },
      projectId,
      before: { hasCredentials: true },
      after: { hasCredentials: false },
    })
  }
}
