import type { Approval, ApprovalChange } from '../../../../src-main/domain/approvals/approval.ts'
import type { Tone } from '../../../components/icon.tsx'
import { plural, text } from '../../../locales/messages.ts'

/** What would change, as a title. */
export function changeTitle(change: ApprovalChange): string {
  if (change.subject === 'bulk')
    return plural(`approvals.bulk.${change.handsOver === change.cards ? 'handOver' : change.command}`, change.cards)
  if (change.subject === 'webhook_url') return text('approvals.webhook_url')
  if (change.subject === 'live_key')
    return text(change.replaces === null ? 'approvals.live_key' : 'approvals.live_key.roll', { name: change.name })
  if (change.subject === 'provider') return text('approvals.provider')
  return text(change.subject === 'release' ? 'approvals.release' : 'approvals.setting')
}

/** The details beneath it: from what, to what. */
export function changeLines(change: ApprovalChange): string[] {
  const none = text('approvals.nothing')
  if (change.subject === 'webhook_url')
    return [text('approvals.fromTo', { before: change.before ?? none, after: change.url })]
  if (change.subject === 'provider')
    return [
      text('approvals.fromTo', { before: change.before ?? none, after: change.place ?? none }),
      ...(change.newCredentials ? [text('approvals.newCredentials')] : []),
    ]
  if (change.subject === 'bulk') {
    const { cards, handsOver = 0, refused } = change
    return [
      // Where all do, the title says so.
      ...(handsOver > 0 && handsOver < cards ? [plural('bulk.will.handOver', handsOver)] : []),
      ...(refused > 0 ? [plural('approvals.refused', refused)] : []),
    ]
  }
  if (change.subject === 'setting') {
    const { before, after } = change
    return after.enabled
      ? [text('approvals.fromTo', { before: String(before.bulkOver), after: String(after.bulkOver) })]
      : [text('approvals.setting.off')]
  }
  return []
}

export const STATE_TONES: Record<Approval['state'], Tone> = {
  waiting: 'pending',
  deciding: 'pending',
  approved: 'active',
  declined: 'failed',
  withdrawn: 'inactive',
  expired: 'inactive',
  void: 'failed',
}
