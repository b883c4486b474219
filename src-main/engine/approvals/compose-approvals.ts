import type { ComposeApprovals } from '../alerts/compose-parts.ts'
import { linkTo, momentIn } from '../alerts/compose-parts.ts'
import type { ControlCore } from '../kernel/control-core.ts'
import { UNNAMED } from '../../domain/people/caller.ts'
import { approvals } from './approval-store.ts'

/** What waits for a person's approval, and what became of their own requests, as lines of a mail. */
export function createComposeApprovals(core: ControlCore, publicUrl: () => string | null): ComposeApprovals {
  return async (personId, occasions, words) => {
    const [first] = occasions
    if (first === undefined) return null
    const rows = await core.database.all(
      approvals(core.database)
        .where(
          'approval.id',
          'in',
          occasions.map(({ reference }) => reference),
        )
        .orderBy('approval.asked_at'),
    )
    const now = core.wallClock.now().toISOString()
    const say = words.approvals
    const waiting = rows.filter((row) => row.asker_id !== personId && row.state === 'waiting' && row.expires_at > now)
    const decided = rows.filter(({ asker_id: askerId }) => askerId === personId)
    const lines = [
      ...waiting.flatMap((row) => [
        say.asked(row.asker_name || UNNAMED, say.subjects[row.subject], momentIn(words, row.expires_at)),
        say.reason(row.reason),
      ]),
      ...decided.flatMap((row) => {
        const { state } = row
        if (state === 'waiting' || state === 'deciding' || state === 'withdrawn') return []
        return [
          say.decided[state](say.subjects[row.subject], row.decider_name || UNNAMED),
          ...(row.answer === null ? [] : [say.reason(row.answer)]),
          ...(row.result === null ? [] : [say.collect]),
        ]
      }),
    ]
    if (lines.length === 0) return null
    const isAsked = waiting.length > 0
    return {
      subject: isAsked ? say.subject(first.projectName) : say.decidedSubject(first.projectName),
      lead: isAsked ? say.lead : say.decidedLead,
      sections: [{ heading: null, lines }],
      hidden: 0,
      after: null,
      link: linkTo(publicUrl(), 'settings?section=approvals', first.project_id),
      footer: words.footer(words.kinds.approvals),
    }
  }
}
