import { LISTED_REFUSALS, type BulkPreview, type BulkRequest } from '../../domain/cards/bulk.ts'
import type { EnvironmentCore } from '../kernel/environment-core.ts'
import { createChoice, judge, refusalFor } from './bulk-choice.ts'
import { findTargets, referencesOf } from './bulk-selection.ts'

/** Shows what a bulk command would do now. */
export async function previewBulk(
  core: EnvironmentCore,
  projectId: string,
  { selection, command }: BulkRequest,
): Promise<BulkPreview> {
  const result = {
    total: 0,
    allowed: 0,
    refused: [] as BulkPreview['refused'],
    refusedTotal: 0,
    skipped: 0,
    handsOver: 0,
  }
  const choice = createChoice()
  const references = await referencesOf(core, projectId, selection)
  for await (const targets of findTargets(core, projectId, references, command)) {
    for (const target of targets) {
      const { cardId, cardNumber } = target
      const judged = judge(target, command.type)
      result.total += 1
      if (judged === 'nothing') result.skipped += 1
      else if (judged === 'change') {
        result.allowed += 1
        if (target.replaces !== null) result.handsOver += 1
        if (cardId !== null) choice.add(target)
      } else {
        result.refusedTotal += 1
        if (result.refused.length >= LISTED_REFUSALS) continue
        const { error, reason } = refusalFor(target, command.type)
        result.refused.push({ cardId, cardNumber, code: error.code, reason, message: error.message })
      }
    }
  }
  return { ...result, choice: choice.digest() }
}
