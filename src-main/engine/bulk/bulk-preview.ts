import { LISTED_REFUSALS, type BulkPreview, type BulkRequest } from '../../domain/bulk.ts'
import { refusalOf } from '../../domain/card.ts'
import { defaultMessage } from '../../domain/errors.ts'
import type { EnvironmentCore } from '../environment.ts'
import { findTargets, referencesOf } from './bulk-selection.ts'

/** What a bulk command would do now. */
export async function previewBulk(core: EnvironmentCore, projectId: string, { selection, command }: BulkRequest): Promise<BulkPreview> {
  const result: BulkPreview = { total: 0, allowed: 0, refused: [], refusedTotal: 0 }
  for await (const targets of findTargets(core, projectId, await referencesOf(core, projectId, selection), command.type)) {
    for (const { cardId, cardNumber, status, refusal } of targets) {
      const code = refusal?.code ?? (status === null ? 'error.card_not_found' : refusalOf(status, command.type))
      result.total += 1
      if (code === null) {
        result.allowed += 1
        continue
      }
      result.refusedTotal += 1
      if (result.refused.length < LISTED_REFUSALS) result.refused.push({ cardId, cardNumber, code, message: refusal?.message ?? defaultMessage(code) })
    }
  }
  return result
}
