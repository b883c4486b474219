import { SERVICE_WORDS } from '../../domain/sync/service-words.ts'
import type { EnvironmentTransaction } from '../kernel/environment-core.ts'
import { PUSH_JOB } from '../ledger/push-store.ts'

/**
 * Puts restored pushes on hold. They may have been sent since the backup, and the card changed again: an old "enable"
 * must never reach a card that was since disabled. They wait for a person; the first pull removes those it confirms.
 */
export async function holdRestoredPushes(transaction: EnvironmentTransaction): Promise<void> {
  const { build } = transaction
  const pushes = build.updateTable('job').where('kind', '=', PUSH_JOB)
  await transaction.run(
    pushes
      .set({ failure: 'restored', error: SERVICE_WORDS.restored, provider_reference: null })
      .where('state', 'in', ['queued', 'running']),
  )
  await transaction.run(pushes.set({ state: 'held' }).where('state', 'in', ['queued', 'running', 'waiting']))
}
