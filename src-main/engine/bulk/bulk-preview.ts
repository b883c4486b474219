import { LISTED_REFUSALS, type BulkPreview, type BulkRequest } from '../../domain/cards/bulk.ts'
import { cardRefusal, refusalOf } from '../../domain/cards/card-refusal.ts'
import { ServiceError } from '../../domain/errors.ts'
import type { EnvironmentCore } from '../kernel/environment-core.ts'
import { findTargets, referencesOf, type Target } from './bulk-selection.ts'

/** Shows what a bulk command would do now. */
export async function previewBulk(
  core: EnvironmentCore,
  projectId: string,
  { selection, command }: BulkRequest,
): Promise<BulkPreview> {
  const result: BulkPreview = { total: 0, allowed: 0, refused: [], refusedTotal: 0, skipped: 0 }
  for await (const targets of findTargets(
    core,
    projectId,
    await referencesOf(core, projectId, selection),
    command.type,
  )) {
    for (const target of targets) {
      const { cardId, cardNumber, status, refusal } = target
      const reason = status === null ? null : refusalOf(status, command.type)
      const error =
        refusal ??
        (status === null
          ? new ServiceError('error.card_not_found')
          : reason === null
            ? null
            : cardRefusal(command.type, reason))
      result.total += 1
      if (error === null) {
        if (command.type === 'update' && hasThese(target)) result.skipped += 1
        else result.allowed += 1
        continue
      }
      result.refusedTotal += 1
      if (result.refused.length < LISTED_REFUSALS)
        result.refused.push({
          cardId,
          cardNumber,
          code: error.code,
          reason: refusal === null ? reason : null,
          message: error.message,
        })
    }
  }
  return result
}

/** Whether the card has the plate and driver that its row names. */
function hasThese({ licensePlate, driver, present }: Target): boolean {
  return (
    present !== null &&
    (licensePlate ?? present.licensePlate) === present.licensePlate &&
    (driver ?? present.driver) === present.driver
  )
}
