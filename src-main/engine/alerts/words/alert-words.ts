import type { ApprovalSubject } from '../../../domain/approvals/approval-subject.ts'

/** A number's singular or plural. */
type Counted = (count: number) => string

/** Everything a mail says, in one language. Values are filled in as plain text; `mail-text.ts` escapes them. */
export interface AlertWords {
  locale: string
  greeting: (name: string) => string
  /** Why this mail came, and how to stop it. */
  footer: (kind: string) => string
  kinds: Record<'sync_failed' | 'webhook_disabled' | 'cards_expiring' | 'approvals' | 'digest', string>
  open: string
  more: Counted
  syncFailed: {
    subject: (project: string) => string
    lead: string
    after: string
    run: (time: string, message: string) => string
    push: (card: string, message: string) => string
  }
  webhookDisabled: {
    subject: (project: string) => string
    lead: string
    gone: (host: string, time: string) => string
    failing: (host: string, time: string) => string
    other: (host: string, time: string) => string
  }
  cardsExpiring: {
    subject: (project: string, count: number) => string
    lead: Counted
    card: (card: string, date: string) => string
  }
  approvals: {
    subject: (project: string) => string
    decidedSubject: (project: string) => string
    lead: string
    decidedLead: string
    subjects: Record<ApprovalSubject, string>
    asked: (who: string, what: string, until: string) => string
    reason: (reason: string) => string
    decided: Record<'approved' | 'declined' | 'expired' | 'void', (what: string, who: string) => string>
    collect: string
  }
  digest: {
    subject: (date: string) => string
    lead: string
    cards: Counted
    expiring: Counted
    failed: Counted
    drift: Counted
    failedDeliveries: Counted
    syncFailing: string
    webhookDisabled: string
    held: string
    approvals: Counted
  }
  test: { subject: string; lead: string }
}
