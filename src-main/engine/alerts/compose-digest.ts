import { linkTo, type ComposeFrom, type DigestNumbers, type NamedOccasion } from './compose-parts.ts'
import type { MailContent, MailSection } from './mail-text.ts'
import type { AlertWords } from './words/alert-words.ts'

/** The daily summary: one section for each of the person's projects in which something is open. */
export async function composeDigest(
  { digest, publicUrl }: Pick<ComposeFrom, 'digest' | 'publicUrl'>,
  occasions: readonly NamedOccasion[],
  words: AlertWords,
): Promise<MailContent | null> {
  // A mail that could not be sent yesterday says what is true today, once.
  const projects = new Map(occasions.map(({ project_id: id, projectName }) => [id, projectName]))
  const sections: MailSection[] = []
  for (const [projectId, name] of projects) {
    const lines = linesOf(await digest(projectId), words)
    if (lines.length > 0) sections.push({ heading: name, lines })
  }
  const date = new Intl.DateTimeFormat(words.locale, { dateStyle: 'full', timeZone: 'UTC' })
  const last = occasions.at(-1)?.at
  if (sections.length === 0 || last === undefined) return null
  return {
    subject: words.digest.subject(date.format(new Date(last))),
    lead: words.digest.lead,
    sections: sections.toSorted((left, right) => (left.heading ?? '').localeCompare(right.heading ?? '')),
    hidden: 0,
    after: null,
    link: linkTo(publicUrl, 'overview', null),
    footer: words.footer(words.kinds.digest),
  }
}

/** What is open; nothing at all where everything is well. */
function linesOf(numbers: DigestNumbers, { digest }: AlertWords): string[] {
  const open = [
    ...(numbers.held ? [digest.held] : []),
    ...(numbers.syncFailing ? [digest.syncFailing] : []),
    ...(numbers.webhookDisabled ? [digest.webhookDisabled] : []),
    ...(numbers.failed > 0 ? [digest.failed(numbers.failed)] : []),
    ...(numbers.drift > 0 ? [digest.drift(numbers.drift)] : []),
    ...(numbers.failedDeliveries > 0 ? [digest.failedDeliveries(numbers.failedDeliveries)] : []),
    ...(numbers.approvals > 0 ? [digest.approvals(numbers.approvals)] : []),
    ...(numbers.expiring > 0 ? [digest.expiring(numbers.expiring)] : []),
  ]
  return open.length === 0 ? [] : [...open, digest.cards(numbers.cards)]
}
