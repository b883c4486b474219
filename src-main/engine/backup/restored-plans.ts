import type { EnvironmentTransaction } from '../kernel/environment-core.ts'
import { holdPlans } from '../ledger/card-store.ts'
import { holdEarlierPlans } from '../ledger/earlier-plan.ts'

/**
 * Puts what a backup planned for cards on hold. Since the backup it may have been carried out, cancelled or overtaken:
 * an old "enable" must never reach a card that was since disabled. A person confirms or cancels it. So does what an
 * undo brings back.
 */
export async function holdRestoredPlans(transaction: EnvironmentTransaction): Promise<void> {
  await transaction.run(holdPlans, {})
  await transaction.run(holdEarlierPlans, {})
}
