import type { EnvironmentTransaction } from '../kernel/environment-core.ts'
import { holdPlans } from '../ledger/card-store.ts'

/**
 * Puts what a backup planned for cards on hold. Since the backup it may have been carried out, cancelled or overtaken:
 * an old "enable" must never reach a card that was since disabled. A person confirms or cancels it.
 */
export async function holdRestoredPlans(transaction: EnvironmentTransaction): Promise<void> {
  await transaction.run(holdPlans, { held: 1 })
}
