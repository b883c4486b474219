import type { EnvironmentTransaction } from '../kernel/environment-core.ts'
import { PUSH_JOB } from '../ledger/push-store.ts'

/** Shown with a push that a backup brought back. */
const WORDS = 'Restored from a backup: it may have been sent since. Push it again, or accept what the provider has.'

/**
 * What a backup brings back may have been sent since, and the card changed again: an old "enable" must never go out for
 * a card that was disabled. Restored pushes wait for a person, in their order; one that the first pull confirms is
 * gone.
 */
export async function holdRestoredPushes(transaction: EnvironmentTransaction): Promise<void> {
  const { build } = transaction
  const pushes = build.updateTable('job').where('kind', '=', PUSH_JOB)
  await transaction.run(
    pushes
      .set({ failure: 'restored', error: WORDS, provider_reference: null })
      .where('state', 'in', ['queued', 'running']),
  )
  await transaction.run(pushes.set({ state: 'held' }).where('state', 'in', ['queued', 'running', 'waiting']))
}
