import type { EnvironmentCore } from '../kernel/environment-core.ts'
import type { Occasion } from './find-occasions.ts'
import type { MailContent } from './mail-text.ts'
import type { AlertWords } from './words/alert-words.ts'

/** What composing reads. */
export interface ComposeFrom {
  production: EnvironmentCore
  /** The page's address for other people, without a slash at its end; null if there is none. */
  publicUrl: string | null
  digest: DigestSource
  approvals: ComposeApprovals
}

/** Supplied by the approvals, which know what waits and what was decided. */
export type ComposeApprovals = (
  personId: string,
  occasions: readonly NamedOccasion[],
  words: AlertWords,
) => Promise<MailContent | null>

/** The numbers of a project for the daily summary. */
type DigestSource = (projectId: string) => Promise<DigestNumbers>
export interface DigestNumbers {
  cards: number
  expiring: number
  failed: number
  drift: number
  failedDeliveries: number
  approvals: number
  syncFailing: boolean
  webhookDisabled: boolean
  held: boolean
}

/** An occasion with the present name of its project. */
export type NamedOccasion = Occasion & { projectName: string }

/** Where the app shows it; only the page served under a public URL can be linked. */
export function linkTo(publicUrl: string | null, screen: string, projectId: string | null): string | null {
  if (publicUrl === null) return null
  return `${publicUrl}/#/production/${screen}${projectId === null ? '' : `${screen.includes('?') ? '&' : '?'}project=${projectId}`}`
}

/** A moment as a mail writes it: its reader may be anywhere. */
export function momentIn(words: AlertWords, time: string): string {
  const format = new Intl.DateTimeFormat(words.locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(new Date(time))} UTC`
}
