import type { Approval, ApprovalChange } from '../../../../src-main/domain/approvals/approval.ts'
import type { ApprovalValues } from '../../../../src-main/domain/approvals/approval-values.ts'
import { OWN_FIELDS, type OwnField } from '../../../../src-main/domain/cards/card-fields.ts'
import type { Tone } from '../../../components/icon.tsx'
import '../../../locales/later-words.ts'
import { formatDay, plural, text } from '../../../locales/messages.ts'

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

/** What all cards of a bulk change would get. */
export function valueLines(change: ApprovalChange, values: ApprovalValues): string[] {
  const { until, reason, note } = values
  const command = change.subject === 'bulk' ? change.command : null
  return [
    ...(reason === null ? [] : [text('approvals.values.reason', { reason: text(`card.reason.${reason}`) })]),
    ...(note === null ? [] : [text('approvals.values.note', { note })]),
    ...(until === null
      ? []
      : [text(`planned.will.${command === 'enable' ? 'disable' : 'enable'}.many`, { time: formatDay(until) })]),
    ...ownWords(values),
  ]
}

/** What a row of a file would give its card. */
export function rowWords({ licensePlate, driver, replacesCardNumber, ...own }: ApprovalValues['rows'][number]): string {
  return [
    ...(replacesCardNumber ? [text('approvals.values.replaces', { number: replacesCardNumber })] : []),
    ...(licensePlate ? [licensePlate] : []),
    ...(driver ? [driver] : []),
    ...ownWords(own),
  ].join(' · ')
}

function ownWords(own: Partial<Record<OwnField, string | null | undefined>>): string[] {
  return OWN_FIELDS.flatMap((field) => {
    const value = own[field]
    return value ? [`${text('named', { name: text(`cards.column.${field}`) })} ${value}`] : []
  })
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
